import RouterBitcoinFormat
import RouterNetworks
import SchemeRouter
import Testing

/// What the practice network tells of the past: what resuming a payment and the wallet's own history are made from (S6).
@Suite struct SandboxHistoryTests {
    @Test("a payment is unknown, then waits, then is confirmed; and so is what it spent")
    func states() async throws {
        let practice = try Practice()
        let utxos = try practice.utxos(100_000, 50_000)
        let payment = practice.key.signing(try practice.payment([utxos[0]], 99_000))
        let foreign = Outpoint(transaction: payment.id, index: 7)
        let asked = utxos + [foreign]

        #expect(try await practice.chain.state(of: payment.id) == .unknown)
        #expect(try await practice.chain.states(of: asked) == [utxos[0]: .unspent, utxos[1]: .unspent])

        try await practice.chain.broadcast(SignedTransaction(id: payment.id, bytes: payment.bytes))
        #expect(try await practice.chain.state(of: payment.id) == .waiting(isLocked: true))
        #expect(try await practice.chain.states(of: asked)[utxos[0]] == .spentByWaiting(payment.id))

        try practice.ledger.mine(2)
        #expect(try await practice.chain.state(of: payment.id) == .confirmed(2, isLocked: true))
        #expect(
            try await practice.chain.states(of: asked) == [utxos[0]: .spent(payment.id), utxos[1]: .unspent])
    }

    @Test("the history of a script has each payment to it and from it once")
    func history() async throws {
        let practice = try Practice()
        let utxos = try practice.utxos(100_000, 50_000)
        let payment = practice.key.signing(try practice.payment(utxos, 149_000))
        try await practice.chain.broadcast(SignedTransaction(id: payment.id, bytes: payment.bytes))

        let mine = try await practice.chain.history(of: [practice.key.address.script, practice.key.address.script])
        #expect(mine.count == 3)
        #expect(Set(mine.map(\.id)) == Set(utxos.map(\.transaction) + [payment.id]))
        #expect(mine.first { $0.id == payment.id }?.confirmations == 0)
        #expect(try await practice.chain.history(of: [practice.other.address.script]).map(\.id) == [payment.id])
        #expect(try await practice.chain.history(of: [[0x51]]).isEmpty)
    }
}
