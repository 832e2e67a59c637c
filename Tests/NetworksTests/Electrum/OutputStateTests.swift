import RouterBitcoinFormat
import SchemeRouter
import Testing

@testable import RouterNetworks

@Suite("Electrum: what is spent, and what can be spent now")
struct OutputStateTests {
    private static let (key, otherKey) = (RepeatedByteKey(value: 1), RepeatedByteKey(value: 2))
    private static let script = key.script
    private static let other = otherKey.script
    private static let nowhere = Outpoint(
        transaction: TransactionID(digest: [UInt8](repeating: 7, count: 32)), index: 3)
    private static let funding = ModelChain.transaction([nowhere], to: [script, other, script])
    private static let outputs = (0..<4).map { Outpoint(transaction: funding.id, index: UInt32($0)) }
    private static let spender = RepeatedByteKey.sign(
        ModelChain.transaction([outputs[0], outputs[1]], to: [other]), with: [key, otherKey])

    @Test(
        "S6: unspent, spent by one that waits, spent in a block, and never heard of", arguments: [0, 12])
    func states(_ height: Int) async throws {
        let model = ModelChain(transactions: [(Self.funding, 10), (Self.spender, height)])
        let states = try await electrum(model.server(height: 20)).states(of: Self.outputs + [Self.nowhere])
        let spent = height == 0 ? OutputState.spentByWaiting(Self.spender.id) : .spent(Self.spender.id)
        #expect(states == [Self.outputs[0]: spent, Self.outputs[1]: spent, Self.outputs[2]: .unspent])
    }

    @Test("S6: that an output is spent by nothing is not believed: the next server is asked")
    func spentByNothing() async throws {
        let model = ModelChain(transactions: [(Self.funding, 10)], hidden: [Self.outputs[2]])
        let honest = ModelChain(transactions: [(Self.funding, 10)])
        let asked = [Self.outputs[2]]
        let chain = try electrum(model.server(height: 20))
        #expect(await failure { _ = try await chain.states(of: asked) }?.code == .refusedByCheck)
        let both = try electrum(model.server(height: 20), honest.server(height: 20))
        #expect(try await both.states(of: asked) == [Self.outputs[2]: .unspent])
    }

    @Test("S16: a spender that our key did not sign is an invention of the server, and the next one is asked")
    func inventedSpender() async throws {
        let spending = ModelChain.transaction([Self.outputs[0]], to: [Self.other])
        let real = RepeatedByteKey.sign(spending, with: [Self.key])
        var garbage = real
        garbage.inputs[0].script[20] ^= 1
        var otherAmount = real
        otherAmount.outputs[0].amount = .zero
        let foreign = RepeatedByteKey.sign(spending, with: [Self.otherKey])
        // A signature of the right key over another input does not do either.
        let swapped = ModelChain.transaction([Self.nowhere, Self.outputs[0]], to: [Self.other])
        var elsewhere = RepeatedByteKey.sign(swapped, with: [Self.key, Self.key])
        elsewhere.inputs[1].script = elsewhere.inputs[0].script
        let honest = ModelChain(transactions: [(Self.funding, 10)])
        for invented in [spending, garbage, otherAmount, foreign, elsewhere] {
            for height in [0, 12] {
                let liar = ModelChain(transactions: [(Self.funding, 10), (invented, height)])
                let asked = [Self.outputs[0]]
                let alone = try electrum(liar.server(height: 20))
                #expect(await failure { _ = try await alone.states(of: asked) }?.code == .refusedByCheck)
                let both = try electrum(liar.server(height: 20), honest.server(height: 20))
                #expect(try await both.states(of: asked) == [Self.outputs[0]: .unspent])
            }
        }
        let model = ModelChain(transactions: [(Self.funding, 10), (real, 12)])
        let states = try await electrum(model.server(height: 20)).states(of: [Self.outputs[0]])
        #expect(states == [Self.outputs[0]: .spent(real.id)])
    }

    @Test(
        "a transaction of a kind that nobody knows yet blocks nothing: anybody can pay to an address by one",
        arguments: [[9, 9, 9], []] as [[UInt8]])
    func oddTransaction(_ bytes: [UInt8]) async throws {
        let odd = Self.nowhere.transaction
        func server(_ model: ModelChain) -> ScriptedServer { model.server(height: 20, beside: (odd, bytes, 14)) }
        let asked = [Self.outputs[0], Self.outputs[2], Outpoint(transaction: odd, index: 0)]
        let spent = ModelChain(transactions: [(Self.funding, 10), (Self.spender, 12)])
        let states = try await electrum(server(spent)).states(of: asked)
        #expect(states == [Self.outputs[0]: .spent(Self.spender.id), Self.outputs[2]: .unspent])
        // It could be what spends an output. That is not known then, and frees nothing (S16); the next server may know.
        let silent = ModelChain(transactions: [(Self.funding, 10)], hidden: [Self.outputs[2]])
        let hidden = [Self.outputs[2]]
        #expect(try await electrum(server(silent)).states(of: hidden) == [hidden[0]: .spent(nil)])
        let both = try electrum(server(silent), server(spent))
        #expect(try await both.states(of: hidden) == [hidden[0]: .unspent])
    }

    @Test("An address with many transactions is asked about once, however many of its outputs are looked up")
    func busyAddress() async throws {
        let many = (0..<210).map { number in
            let paid = Outpoint(transaction: Self.nowhere.transaction, index: UInt32(100 + number))
            return (ModelChain.transaction([paid], to: [Self.script]), 11)
        }
        let model = ModelChain(transactions: [(Self.funding, 10)] + many)
        let server = model.server(height: 20)
        let asked = many.prefix(20).map { Outpoint(transaction: $0.0.id, index: 0) }
        let states = try await electrum(server).states(of: asked)
        #expect(states.count == 20 && states.values.allSatisfy { $0 == .unspent })
        #expect(server.parameters(of: "blockchain.scripthash.get_history").count == 1)
        // The twenty themselves, and the newest two hundred.
        #expect(server.parameters(of: "blockchain.transaction.get").count == 220)
    }

    @Test("Servers that do not pass on what their node says tell the state of a transaction all the same")
    func withoutDetails() async throws {
        for hasDetails in [true, false] {
            let model = ModelChain(
                transactions: [(Self.funding, 10), (Self.spender, 0)], hasDetails: hasDetails)
            let chain = try electrum(model.server(height: 20))
            #expect(try await chain.state(of: Self.funding.id) == .confirmed(11, isLocked: false))
            #expect(try await chain.state(of: Self.spender.id) == .waiting(isLocked: false))
            #expect(try await chain.state(of: Self.nowhere.transaction) == .unknown)
        }
    }

    @Test(
        "S6: a node without an index of transactions does not know what became of one, and does not say that it is unknown",
        arguments: [
            "No such mempool transaction. Use -txindex or provide a block hash to enable blockchain transaction queries.",
            "No such mempool transaction. Blockchain transactions are still in the process of being indexed.",
        ])
    func withoutIndex(_ message: String) async throws {
        let error = ElectrumError(code: 2, message: "daemon error: DaemonError({'code': -5, 'message': '\(message)'})")
        let server = ScriptedServer.regtest { method, _ in
            method == "blockchain.transaction.get" ? .failure(error) : nil
        }
        let chain = try electrum(server)
        #expect(await failure { _ = try await chain.state(of: Self.funding.id) }?.code == .networkRefused)
        #expect(await failure { _ = try await chain.states(of: Self.outputs) }?.code == .networkRefused)
    }

    @Test(
        "New money of a block can be spent after 100 blocks, other outputs at once",
        arguments: [(99, false), (100, false), (101, true)])
    func maturity(_ confirmations: Int, _ isThere: Bool) async throws {
        let nothing = Outpoint(transaction: TransactionID(digest: [UInt8](repeating: 0, count: 32)), index: .max)
        let coinbase = ModelChain.transaction([nothing], to: [Self.script], 500)
        let model = ModelChain(transactions: [(coinbase, 10), (Self.funding, 10), (Self.spender, 0)])
        let chain = try electrum(model.server(height: 9 + confirmations))
        let found = try await chain.unspentOutputs(payingTo: [Self.script, Self.other])
        #expect(found.contains { $0.amount.units == 500 } == isThere)
        #expect(found.filter { $0.amount.units == 1_000 }.map(\.confirmations).sorted() == [0, confirmations])
    }

    @Test("Histories have the times of the newest hundred blocks")
    func times() async throws {
        let transactions = (1...150).map { height in
            (
                ModelChain.transaction(
                    [Outpoint(transaction: Self.nowhere.transaction, index: UInt32(height))], to: [Self.script]), height
            )
        }
        let server = ModelChain(transactions: transactions).server(height: 200)
        let history = try await electrum(server).history(of: [Self.script])
        #expect(history.count == 150)
        for entry in history {
            let height = 201 - entry.confirmations
            #expect(entry.time == (height > 50 ? UnixTime(height) : nil))
        }
        #expect(server.parameters(of: "blockchain.block.header").count == 100)
    }

    @Test("What is asked about nothing asks nobody")
    func nothing() async throws {
        let server = ScriptedServer.regtest()
        let chain = try electrum(server)
        #expect(try await chain.unspentOutputs(payingTo: []).isEmpty)
        #expect(try await chain.usedScripts(among: []).isEmpty)
        #expect(try await chain.history(of: []).isEmpty)
        #expect(try await chain.transactions([]).isEmpty)
        #expect(try await chain.states(of: []).isEmpty)
        #expect(server.connections == 0)
    }
}
