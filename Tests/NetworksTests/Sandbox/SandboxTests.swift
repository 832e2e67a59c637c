import Dispatch
import RouterBitcoinFormat
import RouterTestSupport
import SchemeRouter
import Synchronization
import Testing

@testable import RouterNetworks

@Suite struct SandboxTests {
    private static let rows = Practice.vectors.rows("transactions")

    @Test("transactions.json: what real nodes would take is taken", arguments: rows)
    func vector(_ row: JSONValue) throws {
        let practice = try Practice(row["network"]?.text == "doge" ? .doge() : .dash)
        for input in row["inputs"]?.elements ?? [] {
            let id = try #require(TransactionID(hex: input["txid"]?.text ?? ""))
            let outpoint = Outpoint(transaction: id, index: UInt32(input["vout"]?.integer ?? 0))
            try practice.seed(
                outpoint, input["value"]?.integer ?? 0, [UInt8](hex: input["script_pubkey"]?.text ?? ""))
        }
        let bytes = [UInt8](hex: row["signed"]?.text ?? "")
        if let lockTime = row["locktime"]?.integer, lockTime > 0 {
            #expect(try practice.refusal(of: bytes)?.hasSuffix("non-final.") == true)
            try practice.ledger.mine(SandboxLedger.maxBlocks)
            try practice.ledger.mine(lockTime - SandboxLedger.maxBlocks - 1)
            #expect(try practice.refusal(of: bytes)?.hasSuffix("non-final.") == true)
            try practice.ledger.mine(1)
        }
        #expect(try practice.refusal(of: bytes) == nil)
        #expect(try practice.ledger.info().unspentOutputs == Int64(row["outputs"]?.elements.count ?? 0))
    }

    @Test("S12: money that is made has a whole transaction, from which its amount is proved")
    func funding() async throws {
        let practice = try Practice()
        let id = try #require(try practice.utxos(12_345).first).transaction
        let transaction = try Transaction(bytes: try #require(try await practice.chain.transactions([id])[id]))
        #expect(transaction.id == id)
        #expect(transaction.outputs.map(\.amount.units) == [12_345])
        #expect(transaction.outputs.map(\.script) == [practice.key.address.script])
        await #expect(throws: ServiceError(.networkRefused, "")) {
            _ = try await practice.chain.transactions([
                try #require(TransactionID(hex: String(repeating: "0", count: 64)))
            ])
        }
    }

    @Test("money is never made twice with one id, not even by a new ledger")
    func uniqueFunding() throws {
        let practice = try Practice()
        let again = try Practice()
        let ids = try practice.utxos(1_000, 1_000, 1_000) + again.utxos(1_000, 1_000, 1_000)
        #expect(Set(ids).count == 6)
    }

    @Test(
        "the reward of a block can be spent after as many blocks as the coin's descriptor says, other money at once",
        arguments: [
            (false, 2, false, false), (false, 99, false, false), (false, 100, true, false), (false, 101, true, true),
            (true, 239, false, false), (true, 240, true, false), (true, 241, true, true),
        ])
    func maturity(isDoge: Bool, confirmations: Int64, isTaken: Bool, isListed: Bool) async throws {
        let practice = try Practice(isDoge ? .doge() : .dash)
        let amount = try #require(Amount(units: 100_000_000))
        let reward = Outpoint(
            transaction: try practice.ledger.fund(practice.key.address, amount, isReward: true), index: 0)
        let other = try practice.utxos(90_000_000)[0]
        // The other money made a block, too.
        if confirmations > 2 { try practice.reopened().mine(confirmations - 2) }
        // Wallets wait one block longer than the network, as those of the coins' nodes do.
        let found = try await practice.chain.unspentOutputs(payingTo: [practice.key.address.script])
        #expect(Set(found.map(\.outpoint)) == (isListed ? [reward, other] : [other]))
        #expect(try await practice.chain.usedScripts(among: [practice.key.address.script]).count == 1)
        let refusal = try practice.refusal(of: practice.key.signing(practice.payment([reward], 80_000_000)))
        #expect((refusal == nil) == isTaken)
        if let refusal { #expect(refusal.contains("bad-txns-premature-spend-of-coinbase")) }
        #expect(try practice.refusal(of: practice.key.signing(practice.payment([other], 80_000_000))) == nil)
    }

    @Test("money that nobody could be paid is not made")
    func impossibleFunding() throws {
        let practice = try Practice()
        for units in [0, 545, 2_100_000_000_000_001] as [Int64] {
            #expect(throws: ServiceError(.networkRefused, "")) { try practice.utxos(units) }
        }
        let witness = Address(.witness(version: 0, program: [UInt8](repeating: 1, count: 20)))
        let amount = try #require(Amount(units: 1_000))
        #expect(throws: ServiceError(.networkRefused, "")) { try practice.ledger.fund(witness, amount) }
        #expect(try practice.ledger.info() == SandboxLedger.Info(height: 0, transactions: 0, unspentOutputs: 0))
        _ = try Practice(.bitcoin()).ledger.fund(witness, amount)
        #expect(throws: ServiceError(.badConfiguration, "")) {
            try SandboxLedger(of: .dash, network: .regtest, in: practice.directory)
        }
    }

    @Test("blocks confirm: money at once, payments with the next one")
    func confirmations() async throws {
        let practice = try Practice()
        let utxos = try practice.utxos(100_000, 50_000)
        func confirmations(_ key: VectorKey) async throws -> [Int64: Int] {
            let found = try await practice.chain.unspentOutputs(payingTo: [key.address.script, key.address.script])
            #expect(found.allSatisfy { $0.script == key.address.script })
            return Dictionary(uniqueKeysWithValues: found.map { ($0.amount.units, $0.confirmations) })
        }
        #expect(try await confirmations(practice.key) == [100_000: 2, 50_000: 1])
        let payment = practice.key.signing(try practice.payment([utxos[0]], 99_000))
        try await practice.chain.broadcast(SignedTransaction(id: payment.id, bytes: payment.bytes))
        #expect(try await confirmations(practice.key) == [50_000: 1])
        #expect(try await confirmations(practice.other) == [99_000: 0])
        try practice.ledger.mine(3)
        #expect(try await confirmations(practice.key) == [50_000: 4])
        #expect(try await confirmations(practice.other) == [99_000: 3])
        #expect(try practice.ledger.info() == SandboxLedger.Info(height: 5, transactions: 3, unspentOutputs: 2))
        #expect(try await practice.chain.transactions([payment.id]) == [payment.id: payment.bytes])
        #expect(try await practice.chain.feePerKB() == nil)
    }

    @Test("blocks are added by ones to a million", arguments: [0, -1, .min, .max, SandboxLedger.maxBlocks + 1])
    func blocks(_ blocks: Int64) throws {
        let practice = try Practice()
        #expect(throws: ServiceError(.networkRefused, "")) { try practice.ledger.mine(blocks) }
        #expect(try practice.ledger.info().height == 0)
    }

    @Test("a script is used once anything was paid to it, spent or not")
    func usedScripts() async throws {
        let practice = try Practice()
        let utxos = try practice.utxos(100_000)
        try practice.ledger.accept(practice.key.signing(try practice.payment(utxos, 99_000)).bytes)
        let scripts = [practice.key.address.script, practice.other.address.script, Practice.keys[3].address.script]
        #expect(try await practice.chain.usedScripts(among: scripts) == Set([scripts[0], scripts[1]]))
    }

    @Test("the same bytes are accepted again, without effect, even when their outputs are spent")
    func idempotent() throws {
        let practice = try Practice()
        let first = practice.key.signing(try practice.payment(try practice.utxos(100_000), 99_000))
        try practice.ledger.accept(first.bytes)
        let info = try practice.ledger.info()
        try practice.ledger.accept(first.bytes)
        #expect(try practice.ledger.info() == info)
        let second = try practice.payment([Outpoint(transaction: first.id, index: 0)], 98_000)
        try practice.ledger.accept(practice.other.signing(second).bytes)
        try practice.ledger.accept(first.bytes)
        #expect(try practice.ledger.info().unspentOutputs == 1)
    }

    @Test("everything is there after the file is opened again")
    func persistence() throws {
        let practice = try Practice()
        let utxos = try practice.utxos(100_000, 200_000)
        let payment = practice.key.signing(try practice.payment([utxos[0]], 99_000))
        try practice.ledger.accept(payment.bytes)
        let reopened = try practice.reopened()
        #expect(try reopened.info() == SandboxLedger.Info(height: 2, transactions: 3, unspentOutputs: 2))
        let twice = practice.key.signing(try practice.payment([utxos[0]], 98_000))
        #expect(throws: ServiceError(.networkRefused, "")) { try reopened.accept(twice.bytes) }
        try reopened.accept(practice.key.signing(try practice.payment([utxos[1]], 199_000)).bytes)
    }

    @Test("two processes spend one UTXO: exactly one wins")
    func race() throws {
        let practice = try Practice()
        let ledgers = [practice.ledger, try practice.reopened()]
        for _ in 0..<8 {
            let utxos = try practice.utxos(100_000)
            let payments = try [99_000, 98_000].map { practice.key.signing(try practice.payment(utxos, $0)) }
            let wins = Mutex(0)
            let refusals = Mutex<[String]>([])
            DispatchQueue.concurrentPerform(iterations: 2) { number in
                do throws(ServiceError) {
                    try ledgers[number].accept(payments[number].bytes)
                    wins.withLock { $0 += 1 }
                } catch {
                    refusals.withLock { $0.append(error.message) }
                }
            }
            #expect(wins.withLock { $0 } == 1)
            #expect(refusals.withLock { $0 }.allSatisfy { $0.contains("bad-txns-inputs-missingorspent") })
            #expect(refusals.withLock { $0.count } == 1)
        }
        #expect(try practice.ledger.info() == SandboxLedger.Info(height: 8, transactions: 16, unspentOutputs: 8))
    }

    @Test("two processes make money at once: no block is lost")
    func concurrentFunding() throws {
        let practice = try Practice()
        let ledgers = [practice.ledger, try practice.reopened()]
        let amount = try #require(Amount(units: 1_000))
        DispatchQueue.concurrentPerform(iterations: 2) { number in
            for _ in 0..<20 { _ = try? ledgers[number].fund(practice.key.address, amount) }
        }
        #expect(try practice.ledger.info() == SandboxLedger.Info(height: 40, transactions: 40, unspentOutputs: 40))
    }
}
