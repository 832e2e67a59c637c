import ExactJSON
import RouterBitcoinFormat
import RouterTestSupport
import SchemeRouter
import Testing

@testable import RouterNetworks

/// What a node tells of transactions, outputs and fees.
@Suite struct FactTests {
    let node = ScriptedNode()

    private func state() async throws -> TransactionState { try await node.chain().state(of: Recorded.signed.id) }

    @Test("waiting, confirmed and unknown, as recorded")
    func states() async throws {
        node.say(Recorded.result("186"), to: "getrawtransaction")
        #expect(try await state() == .waiting(isLocked: false))
        node.say(Recorded.result("195"), to: "getrawtransaction")
        #expect(try await state() == .confirmed(1, isLocked: false))
        node.on("getrawtransaction") { _ in Recorded.failure("412") }
        #expect(try await state() == .unknown)
    }

    @Test(
        "InstantSend and ChainLocks are told",
        arguments: [
            (#""instantlock":true"#, TransactionState.waiting(isLocked: true)),
            (#""instantlock":false"#, .waiting(isLocked: false)), (#""instantlock":"true""#, .waiting(isLocked: false)),
            (#""confirmations":3,"chainlock":true,"instantlock":true"#, .confirmed(3, isLocked: true)),
            (#""confirmations":3,"chainlock":false"#, .confirmed(3, isLocked: false)),
            (#""confirmations":0,"chainlock":true"#, .waiting(isLocked: false)),
        ])
    func locks(_ fields: String, _ expected: TransactionState) async throws {
        node.say(#"{"txid":"\#(Recorded.signed.id.hex)",\#(fields)}"#, to: "getrawtransaction")
        #expect(try await state() == expected)
        // A network without locks has locked nothing.
        let unlocked = try await node.chain(CoinDescriptor.shippedDash.withoutLock).state(of: Recorded.signed.id)
        switch expected {
        case .waiting: #expect(unlocked == .waiting(isLocked: false))
        case .confirmed(let count, _): #expect(unlocked == .confirmed(count, isLocked: false))
        case .unknown: Issue.record("it is not known")
        }
    }

    @Test("a node without an index of transactions knows those of our wallet; what it dropped is unknown")
    func withoutIndex() async throws {
        node.haveWallets()
        let chain = try node.chain()
        try await chain.watch(.recorded, progress: nil)
        node.on("getrawtransaction") { _ in Recorded.failure("412") }
        node.say(Recorded.result("196"), to: "gettransaction")
        #expect(try await chain.state(of: Recorded.signed.id) == .confirmed(1, isLocked: false))
        // In the wallet, and in no block and no waiting room: dropped.
        node.say(Recorded.result("191"), to: "gettransaction")
        #expect(try await chain.state(of: Recorded.signed.id) == .unknown)
        // One of the node's own wallets may have paid.
        #expect(node.calls(of: "gettransaction").first?.wallet == ScriptedNode.walletName)
    }

    @Test("an answer about another transaction is refused")
    func otherTransaction() async throws {
        node.say(Recorded.result("082"), to: "getrawtransaction")
        #expect(await error { _ = try await state() }?.code == .networkRefused)
    }

    @Test("whether outputs are spent")
    func outputs() async throws {
        let outputs = (0...3).map { Outpoint(transaction: Recorded.signed.id, index: $0) }
        node.on("gettxout") { call in
            let index = call.parameters.elements?[1].integer ?? 0
            let withWaiting = call.parameters.elements?[2].isTrue == true
            let isThere = [true, !withWaiting, false, false][index]
            return .result(isThere ? Recorded.result("193") : "null")
        }
        node.say(Recorded.result("195"), to: "getrawtransaction")
        let states = try await node.chain().states(of: outputs)
        #expect(states[outputs[0]] == .unspent)
        #expect(states[outputs[1]] == .spentByWaiting(nil))
        #expect(states[outputs[2]] == .spent(nil))
        // Nobody knows the transaction: nothing is said.
        node.on("getrawtransaction") { _ in Recorded.failure("412") }
        #expect(try await node.chain().states(of: [outputs[3]]).isEmpty)
    }

    /// The transaction whose output ``Recorded/signed`` spends.
    private static let previous = [UInt8](hexDigits: Recorded.spend["previous_transaction_hex"]?.string ?? "")!

    /// What the node says of the spent output, where its wallet has these transactions.
    private func state(ofSpent output: Outpoint, knowing wallet: [[UInt8]]) async throws -> OutputState? {
        node.haveWallets()
        var known: [String: [UInt8]] = [:]
        var entries: [String] = []
        for bytes in wallet {
            let id = (try? Transaction(bytes: bytes))?.id.hex ?? String(repeating: "77", count: 32)
            known[id] = bytes
            entries.append(#"{"txid":"\#(id)","confirmations":3,"category":"send","amount":-1}"#)
        }
        let transactions = known
        node.say(#"{"transactions":[\#(entries.joined(separator: ","))]}"#, to: "listsinceblock")
        node.on("gettransaction") { call in
            transactions[call.parameters.elements?.first?.string ?? ""].map { .result(#"{"hex":"\#($0.hex)"}"#) }
                ?? Recorded.failure("094")
        }
        node.say("null", to: "gettxout")
        node.on("getrawtransaction") { call in
            .result(#"{"txid":\#(call.parameters.elements?.first?.text ?? ""),"confirmations":9}"#)
        }
        let chain = try node.chain()
        try await chain.watch(.recorded, progress: nil)
        return try await chain.states(of: [output])[output]
    }

    @Test("S16: a spender that our key did not sign is an invention of the node: who spends the output is not known")
    func inventedSpender() async throws {
        let real = try Transaction(bytes: Recorded.signed.bytes)
        let output = real.inputs[0].outpoint
        #expect(
            try await state(ofSpent: output, knowing: [Self.previous, Recorded.signed.bytes])
                == .spent(Recorded.signed.id))
        var garbage = real
        garbage.inputs[0].script[20] ^= 1
        var otherAmount = real
        otherAmount.outputs[0].amount = .zero
        var unsigned = real
        unsigned.inputs[0].script = []
        for invented in [garbage, otherAmount, unsigned] {
            #expect(
                try await state(ofSpent: output, knowing: [Self.previous, invented.bytes]) == .spent(nil))
        }
        // Without what it spends nothing proves whose key signed.
        #expect(try await state(ofSpent: output, knowing: [Recorded.signed.bytes]) == .spent(nil))
    }

    @Test("a transaction of a kind that nobody knows yet does not hide the others of the wallet")
    func oddTransaction() async throws {
        let output = try Transaction(bytes: Recorded.signed.bytes).inputs[0].outpoint
        #expect(
            try await state(ofSpent: output, knowing: [[9, 9, 9], Self.previous, Recorded.signed.bytes])
                == .spent(Recorded.signed.id))
    }

    @Test("S12: whole transactions come from the wallet, or from the node; a missing one is an error")
    func bytes() async throws {
        node.haveWallets()
        let chain = try node.chain()
        try await chain.watch(.recorded, progress: nil)
        node.say(Recorded.result("191"), to: "gettransaction")
        #expect(try await chain.transactions([Recorded.signed.id]) == [Recorded.signed.id: Recorded.signed.bytes])
        node.on("gettransaction") { _ in Recorded.failure("094") }
        node.say("\"\(Recorded.signed.bytes.hex)\"", to: "getrawtransaction")
        #expect(try await chain.transactions([Recorded.signed.id]) == [Recorded.signed.id: Recorded.signed.bytes])
        node.on("getrawtransaction") { _ in Recorded.failure("412") }
        #expect(await error { _ = try await chain.transactions([Recorded.signed.id]) }?.code == .networkRefused)
    }

    @Test(
        "fees: the estimate, and never less than the node relays",
        arguments: [
            ("443", "0.00001000", "0.00001000", 3_000), ("059", "0.00001000", "0.00001000", nil),
            ("059", "0.00002000", "0.00001000", 2_000), ("059", "0.00001000", "0.00005000", 5_000),
            ("443", "0.00001000", "0.00004000", 4_000),
        ] as [(String, String, String, Int64?)])
    func fees(_ estimate: String, _ relay: String, _ mempool: String, _ expected: Int64?) async throws {
        node.say(Recorded.result(estimate), to: "estimatesmartfee")
        node.say(#"{"relayfee":\#(relay)}"#, to: "getnetworkinfo")
        node.say(#"{"mempoolminfee":\#(mempool)}"#, to: "getmempoolinfo")
        #expect(try await node.chain().feePerKB()?.units == expected)
    }

    @Test(
        "fees: those who wait longer are asked for the estimate of more blocks",
        arguments: zip(FeeLevel.allCases, [144, 6, 2]))
    func levels(_ level: FeeLevel, _ blocks: Int) async throws {
        node.say(#"{"feerate":0.00003}"#, to: "estimatesmartfee")
        node.say(#"{"relayfee":0.00001}"#, to: "getnetworkinfo")
        node.say(#"{"mempoolminfee":0.00001}"#, to: "getmempoolinfo")
        #expect(try await node.chain().feePerKB(for: level)?.units == 3_000)
        #expect(node.calls(of: "estimatesmartfee").map(\.parameters) == [.array([.number(blocks)])])
    }

    @Test("a strange estimate is ignored", arguments: ["-1", "\"1\"", "1e400", "null", "0.00000000"])
    func strangeFee(_ rate: String) async throws {
        node.say(#"{"feerate":\#(rate)}"#, to: "estimatesmartfee")
        node.say("{}", to: "getmempoolinfo")
        #expect(try await node.chain().feePerKB() == nil)
    }
}
