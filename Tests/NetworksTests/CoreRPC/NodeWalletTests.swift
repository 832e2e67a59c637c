import ExactJSON
import RouterBitcoinFormat
import RouterTestSupport
import Testing

@testable import RouterNetworks
@testable import SchemeRouter

/// A wallet of the node that pays with the node's own keys.
@Suite struct NodeWalletTests {
    let node = ScriptedNode()
    static let order = NodeOrder(
        recipient: "yRW24vkuLvaEbWME9aty12EChAzcCQdFLd", amount: Amount(units: 300_000_000)!)

    init() {
        node.hasPayingWallet()
    }

    private func wallet() throws -> CoreNodeWallet { try node.chain().wallet(named: "w") }

    @Test("S13: builds a payment without signing, locking or sending anything")
    func prepares() async throws {
        let payment = try await wallet().prepare(Self.order)
        #expect(payment.bytes.hex == Recorded.spend["unsigned"]?.string)
        #expect(payment.fee.units == 226 && payment.size >= 225 && payment.size < 240)
        #expect(
            payment.inputs.map(\.description) == ["d849d7e62535f15f94612956053d6a11055a7a706e44dc6e029bc237208d2526:0"])
        #expect(node.methods == ["createrawtransaction", "fundrawtransaction", "gettransaction", "getaddressinfo"])
        let call = try #require(node.calls(of: "createrawtransaction").first)
        #expect(call.parameters == .array([.array([]), .object([(Self.order.recipient, .string("3"))])]))
        #expect(node.calls(of: "fundrawtransaction").first?.wallet == "w")
    }

    @Test("S16: gives the node the outputs that the payment must spend")
    func mustSpend() async throws {
        let outpoint = Outpoint(transaction: Recorded.signed.id, index: 1)
        let order = NodeOrder(recipient: Self.order.recipient, amount: Self.order.amount, mustSpend: [outpoint])
        _ = try await wallet().prepare(order)
        #expect(
            node.calls(of: "createrawtransaction").first?.parameters.elements?.first
                == .array([.object([("txid", .string(Recorded.signed.id.hex)), ("vout", .number(1))])]))
    }

    @Test("what it has: its balance, and the outputs that it can spend")
    func balance() async throws {
        #expect(try await wallet().balance() == NodeBalance(spendable: Amount(units: 1_710_000_001)!))
        node.say(
            #"[{"txid":"\#(Recorded.signed.id.hex)","vout":1,"amount":1.0,"scriptPubKey":"76a9","confirmations":3,"#
                + #""spendable":true},{"txid":"\#(Recorded.signed.id.hex)","vout":2,"amount":1.0,"#
                + #""scriptPubKey":"76a9","confirmations":3,"spendable":false}]"#, to: "listunspent")
        #expect(try await wallet().coins() == [Outpoint(transaction: Recorded.signed.id, index: 1)])
    }

    /// Nodes of coins with and without an extension block.
    private func wallet(of coin: CoinDescriptor) throws -> CoreNodeWallet {
        node.say("\"\(coin.networks[.regtest]?.genesis?.hex ?? "")\"", to: "getblockhash")
        return try node.chain(coin).wallet(named: "w")
    }

    // What litecoind 0.21.2 answers for such a wallet. A node of Dash that says so lies.
    @Test(
        "coins in Litecoin's extension block are not called spendable, and the reason is said",
        arguments: [true, false])
    func extensionBlock(isLitecoin: Bool) async throws {
        let litecoin = try #require(try RouteTable.load([.shipped]).coin("litecoin"))
        let wallet = try wallet(of: isLitecoin ? litecoin : .shippedDash)
        node.say(
            #"[{"txid":"\#(Recorded.signed.id.hex)","amount":5.00000000,"confirmations":4,"spendable":true,"#
                + #""address":"tmweb1qq","label":""}]"#, to: "listunspent")
        let balance = try await wallet.balance()
        #expect(balance.unspendable.units == (isLitecoin ? 500_000_000 : 0))
        #expect(balance.spendable.units == 1_710_000_001 - balance.unspendable.units)
        #expect((balance.reason?.contains("extension block (MWEB)") ?? false) == isLitecoin)
        for hex in [
            // No inputs; then coins of both kinds, with another amount for the recipient.
            "02000000000100e1f50500000000160014e48e82b8c33fce955b8da5d93a5a4f9e08d3597100000000",
            (Recorded.spend["unsigned"]?.string ?? "").replacing("00a3e11100000000", with: "a2daf50500000000"),
        ] {
            node.say(#"{"hex":"\#(hex)","fee":0.00002510,"changepos":-1}"#, to: "fundrawtransaction")
            let error = try #require(await error { _ = try await wallet.prepare(Self.order) })
            #expect(error.code == (isLitecoin ? .unsupported : .networkRefused))
            #expect(error.message.contains("MWEB") == isLitecoin, "\(error.message)")
        }
        let change = "0200000001c3f17ff8c79d5e0ab9ea4a99e21c9d5e0ab9ea4a99e21c9d5e0ab9ea4a99e21c00000000000000000001"
        node.say(#"{"hex":"\#(change)","fee":0.00002510,"changepos":-1}"#, to: "fundrawtransaction")
        #expect(await error { _ = try await wallet.prepare(Self.order) } != nil)
    }

    @Test(
        "S12: an output that the node does not show is named, with how the wallet leaves it out",
        arguments: [true, false])
    func unshown(isMissing: Bool) async throws {
        let other = Transaction(inputs: [], outputs: [.init(amount: Amount(units: 1)!, script: [0x51])])
        node.on("gettransaction") { _ in
            isMissing
                ? .failure(-5, "Invalid or non-wallet transaction id") : .result(#"{"hex":"\#(other.bytes.hex)"}"#)
        }
        let error = try #require(await error { _ = try await wallet().prepare(Self.order) })
        let id = "d849d7e62535f15f94612956053d6a11055a7a706e44dc6e029bc237208d2526"
        #expect(error.code == .refusedByCheck && error.message.contains("\(id):0"), "\(error.message)")
        #expect(error.hint?.contains("lockunspent false [{\"txid\":\"\(id)\",\"vout\":0}]") == true)
    }

    @Test("what a balance says of the wallet's outputs: new money, and what the node does not show")
    func notable() async throws {
        let previous = try Transaction(
            bytes: [UInt8](hexDigits: Recorded.spend["previous_transaction_hex"]?.string ?? "")!)
        let (script, amount) = (previous.outputs[0].script.hex, previous.outputs[0].amount.text(decimals: 8))
        func entry(_ id: TransactionID, _ spendable: Bool = true) -> String {
            #"{"txid":"\#(id.hex)","vout":0,"amount":\#(amount),"scriptPubKey":"\#(script)","confirmations":900,"#
                + #""spendable":\#(spendable)}"#
        }
        node.say(
            "[\(entry(previous.id)),\(entry(Recorded.signed.id)),\(entry(Recorded.signed.id, false))]",
            to: "listunspent")
        let address = "yRW24vkuLvaEbWME9aty12EChAzcCQdFLd"
        node.say(
            #"{"transactions":[{"txid":"\#(String(repeating: "5", count: 64))","vout":0,"category":"immature","#
                + #""amount":5.00000000,"address":"\#(address)","confirmations":41,"generated":true}]}"#,
            to: "listsinceblock")
        let notable = try await wallet().notableOutputs()
        #expect(notable.map(\.note) == [.unreadable, .maturing(blocks: 60)])
        #expect(notable.map(\.output.outpoint.transaction).first == Recorded.signed.id)
    }

    @Test("too little money: how much can be paid instead is said, as far as the node tells")
    func tooLittle() async throws {
        func message() async throws -> String? {
            await error { _ = try await wallet().prepare(Self.order) }?.message
        }
        let refusal = ScriptedNode.Reply.failure(-4, "Insufficient funds")
        // Of everything that it has the node takes the fee out of the payment itself.
        node.on("fundrawtransaction") { call in
            let options = call.parameters.elements?.dropFirst().first
            let takesFeeOut = options?["subtractFeeFromOutputs"]?.elements?.map(\.integer) == [0]
            return takesFeeOut ? .result(Recorded.result("251")) : refusal
        }
        #expect(
            try await message()
                == "The node's wallet does not have enough for 3 DASH and the fee. It can spend 17.10000001 DASH. "
                + "It can pay at most 17.09997751 DASH; the rest is the fee.")
        #expect(
            node.calls(of: "createrawtransaction").last?.parameters.elements?.last?.text.contains("17.10000001") == true
        )
        node.on("fundrawtransaction") { _ in refusal }
        #expect(
            try await message()
                == "The node's wallet does not have enough for 3 DASH and the fee. It can spend 17.10000001 DASH.")
        node.on("getbalances") { _ in .failure(-1, "no") }
        node.on("getwalletinfo") { _ in .failure(-1, "no") }
        #expect(try await message() == "The node's wallet does not have enough for 3 DASH and the fee.")
    }

    @Test(
        "a locked wallet, one without keys and one that is not loaded cannot pay",
        arguments: [
            ("257", ServiceError.Code.networkRefused), ("023", .badConfiguration),
        ])
    func cannotPay(_ recording: String, _ expected: ServiceError.Code) async throws {
        node.say(Recorded.result(recording), to: "getwalletinfo")
        #expect(await error { _ = try await wallet().balance() }?.code == expected)
        node.on("getwalletinfo") { _ in Recorded.failure("021") }
        #expect(await error { _ = try await wallet().balance() }?.message.contains("not loaded") == true)
    }

    @Test(
        "refusals to build a payment are told by their words",
        arguments: [
            ("221", ServiceError.Code.networkRefused), ("231", .networkRefused), ("219", .networkRefused),
            ("233", .networkRefused), ("236", .networkRefused), ("410", .networkRefused), ("218", .insufficientFunds),
        ])
    func refused(_ recording: String, _ code: ServiceError.Code) async throws {
        node.on("fundrawtransaction") { _ in Recorded.failure(recording) }
        #expect(await error { _ = try await wallet().prepare(Self.order) }?.code == code)
    }

    @Test("a payment with anything but the recipient's output and change is not shown to anybody")
    func oddPayment() async throws {
        let unsigned = try Transaction(bytes: [UInt8](hexDigits: Recorded.spend["unsigned"]?.string ?? "")!)
        for change in [{ $0.append($0[1]) }, { $0.append($0[0]) }, { $0[0].amount = Amount(units: 300_000_001)! }]
            as [(inout [Transaction.Output]) -> Void]
        {
            var other = unsigned
            change(&other.outputs)
            node.say(#"{"hex":"\#(other.bytes.hex)","fee":0.00000226}"#, to: "fundrawtransaction")
            #expect(await error { _ = try await wallet().prepare(Self.order) } != nil)
        }
    }

    @Test("S16: what is padded, so that any fee would fit its size, and what is no plain payment, is shown to nobody")
    func padded() async throws {
        let unsigned = try Transaction(bytes: [UInt8](hexDigits: Recorded.spend["unsigned"]?.string ?? "")!)
        var padded = unsigned
        padded.inputs[0].script = [UInt8](repeating: 0x51, count: 9_000)
        var witnessed = unsigned
        witnessed.inputs[0].witness = [[1]]
        var cases = [padded.bytes, witnessed.wholeBytes]
        // Types 1 and 8 of DIP-2, each with a payload of one byte.
        for type: UInt8 in [1, 8] {
            var typed = unsigned.bytes
            typed.replaceSubrange(0..<4, with: [3, 0, type, 0])
            cases.append(typed + [1, 0])
        }
        for bytes in cases {
            node.say(#"{"hex":"\#(bytes.hex)","fee":0.00000226}"#, to: "fundrawtransaction")
            #expect(await error { _ = try await wallet().prepare(Self.order) } != nil, "\(bytes.hex)")
        }
    }

    @Test("S11, S12: a fee that the bytes contradict, an input twice, and change to somebody else are refused")
    func lies() async throws {
        let unsigned = try Transaction(bytes: [UInt8](hexDigits: Recorded.spend["unsigned"]?.string ?? "")!)
        var short = unsigned
        short.outputs[1].amount = Amount(units: 299_999_774)!
        var none = unsigned
        none.outputs.removeLast()
        var twice = unsigned
        twice.inputs.append(unsigned.inputs[0])
        for other in [short, none, twice] {
            node.say(#"{"hex":"\#(other.bytes.hex)","fee":0.00000226}"#, to: "fundrawtransaction")
            #expect(await error { _ = try await wallet().prepare(Self.order) } != nil)
        }
        node.say(Recorded.funded, to: "fundrawtransaction")
        _ = try await wallet().prepare(Self.order)
        node.say(#"{"ismine":false}"#, to: "getaddressinfo")
        #expect(await error { _ = try await wallet().prepare(Self.order) }?.code == .refusedByCheck)
    }

    @Test("S6: signs exactly what was built, and sends nothing")
    func signs() async throws {
        let payment = try await wallet().prepare(Self.order)
        #expect(try await wallet().sign(payment) == Recorded.signed)
        #expect(
            node.calls(of: "signrawtransactionwithwallet").first?.parameters.elements?.first?.string
                == payment.bytes.hex)
        #expect(!node.methods.contains { ["sendrawtransaction", "sendtoaddress", "lockunspent"].contains($0) })
    }

    @Test("S11: another payment, half a signature and a refusal are not taken for a signature")
    func badSignatures() async throws {
        let payment = try await wallet().prepare(Self.order)
        let signed = try Transaction(bytes: Recorded.signed.bytes)
        for change in [
            { $0.outputs[0].amount = Amount(units: 300_000_001)! }, { $0.outputs.swapAt(0, 1) }, { $0.lockTime = 1 },
            { $0.inputs[0].sequence = 1 },
            { $0.inputs[0].outpoint = Outpoint(transaction: Recorded.signed.id, index: 0) },
        ] as [(inout Transaction) -> Void] {
            var other = signed
            change(&other)
            node.say(#"{"hex":"\#(other.wholeBytes.hex)","complete":true}"#, to: "signrawtransactionwithwallet")
            #expect(await error { _ = try await wallet().sign(payment) }?.code == .refusedByCheck)
        }
        node.say(Recorded.signature.replacing("true", with: "false"), to: "signrawtransactionwithwallet")
        #expect(await error { _ = try await wallet().sign(payment) }?.code == .networkRefused)
        node.on("signrawtransactionwithwallet") { _ in Recorded.failure("259") }
        #expect(await error { _ = try await wallet().sign(payment) }?.code == .networkRefused)
        node.say(#"{"chain":"test","blocks":5}"#, to: "getblockchaininfo")
        #expect(await error { _ = try await wallet().sign(payment) }?.code == .refusedByCheck)
    }

    @Test("keeps coins of an undecided payment, and frees them")
    func locks() async throws {
        let inputs = try await wallet().prepare(Self.order).inputs
        try await wallet().reserve(inputs)
        try await wallet().release(inputs)
        #expect(node.calls(of: "lockunspent").map { $0.parameters.elements?.first } == [.bool(false), .bool(true)])
        #expect(node.calls(of: "lockunspent").first?.parameters.elements?.last?.elements?.count == 1)
    }
}
