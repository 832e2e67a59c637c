import RouterBitcoinFormat
import RouterTestSupport
import SchemeRouter
import Testing

@testable import RouterNetworks

/// BIP125 on the practice network, as nodes have it.
@Suite struct ReplacementTests {
    private let practice: Practice

    init() throws { practice = try Practice(.bitcoin()) }

    /// A signed payment that may be replaced.
    private func payment(_ outpoints: [Outpoint], _ amount: Int64, _ sequence: UInt32 = 0xFFFF_FFFD) throws
        -> Transaction
    {
        var payment = try practice.payment(outpoints, amount)
        for index in payment.inputs.indices { payment.inputs[index].sequence = sequence }
        return practice.key.signing(payment)
    }

    @Test("a payment with a higher fee replaces the one with the lower fee")
    func replaces() async throws {
        let utxos = try practice.utxos(100_000)
        let (first, second) = (try payment(utxos, 99_000), try payment(utxos, 98_000))
        #expect(try practice.refusal(of: first) == nil && practice.refusal(of: second) == nil)
        #expect(try await practice.chain.state(of: first.id) == .unknown)
        #expect(try await practice.chain.state(of: second.id) == .waiting(isLocked: false))
        #expect(try await practice.chain.states(of: utxos) == [utxos[0]: .spentByWaiting(second.id)])
        // Back again it does not come.
        #expect(try practice.refusal(of: first)?.contains("insufficient fee") == true)
        #expect(try practice.ledger.info().unspentOutputs == 1)
    }

    @Test("the new fee pays its own way on top, to the unit")
    func increment() throws {
        let utxos = try practice.utxos(100_000)
        let first = try payment(utxos, 99_000)
        #expect(try practice.refusal(of: first) == nil)
        let least = 99_000 - Int64(first.virtualSize)
        for amount in [99_000 - 1, least + 3] as [Int64] {
            #expect(try practice.refusal(of: payment(utxos, amount))?.contains("insufficient fee") == true)
        }
        #expect(try practice.refusal(of: payment(utxos, least - 3)) == nil)
    }

    @Test("without a signal, or in a block, nothing is replaced", arguments: [0xFFFF_FFFF, 0xFFFF_FFFE] as [UInt32])
    func stays(sequence: UInt32) throws {
        let utxos = try practice.utxos(100_000)
        #expect(try practice.refusal(of: payment(utxos, 99_000, sequence)) == nil)
        #expect(try practice.refusal(of: payment(utxos, 90_000))?.contains("missingorspent") == true)
        let others = try practice.utxos(100_000)
        #expect(try practice.refusal(of: payment(others, 99_000)) == nil)
        try practice.ledger.mine(1)
        #expect(try practice.refusal(of: payment(others, 90_000))?.contains("missingorspent") == true)
    }

    @Test("what spends its outputs goes with it, and its fee counts; a refusal removes nothing")
    func descendants() async throws {
        let utxos = try practice.utxos(100_000)
        let first = try payment(utxos, 99_000)
        #expect(try practice.refusal(of: first) == nil)
        let output = Outpoint(transaction: first.id, index: 0)
        let child = practice.other.signing(try practice.payment([output], 80_000))
        #expect(try practice.refusal(of: child) == nil)
        #expect(try practice.refusal(of: payment(utxos, 90_000))?.contains("insufficient fee") == true)
        #expect(try await practice.chain.state(of: child.id) == .waiting(isLocked: false))
        #expect(try practice.refusal(of: payment(utxos, 79_000)) == nil)
        #expect(try await practice.chain.state(of: child.id) == .unknown)
        #expect(try practice.ledger.info().transactions == 2)
    }
}
