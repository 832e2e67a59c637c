import ExactJSON
import Testing

@testable import RouterCoreRPC
@testable import SchemeRouter

/// A wallet of the node that pays with the node's own keys.
@Suite struct NodeWalletTests {
    let node = ScriptedNode()
    static let order = NodeOrder(
        recipient: "yRW24vkuLvaEbWME9aty12EChAzcCQdFLd", amount: Amount(units: 300_000_000)!,
        mark: "schemerouter:0123")

    init() {
        node.say(Recorded.result("007"), to: "getwalletinfo")
        node.say(Recorded.result("090"), to: "getbalances")
        node.say(Recorded.result("128"), to: "createrawtransaction")
        node.say(Recorded.result("251"), to: "fundrawtransaction")
        node.say("\"\(Recorded.signed.id.hex)\"", to: "sendtoaddress")
        node.say(Recorded.result("191"), to: "gettransaction")
        node.say("[]", to: "listtransactions")
    }

    private func wallet() throws -> CoreNodeWallet {
        var wallet = try node.chain().wallet(named: "w")
        wallet.inquiryTimeout = .milliseconds(50)
        return wallet
    }

    private func entry(_ changes: [String: String] = [:]) -> String {
        let fields = [
            "address": "\"\(Self.order.recipient)\"", "category": "\"send\"", "amount": "-3.00000000",
            "comment": "\"\(Self.order.mark)\"", "confirmations": "0", "abandoned": "false",
            "txid": "\"\(Recorded.signed.id.hex)\"",
        ].merging(changes) { $1 }
        return "{" + fields.map { "\"\($0.key)\":\($0.value)" }.joined(separator: ",") + "}"
    }

    @Test("pays by named parameters, with the mark as comment and the amount as text")
    func pays() async throws {
        let payment = try await wallet().pay(Self.order)
        #expect(payment.transaction == Recorded.signed)
        #expect(payment.inputs.count == 1)
        let call = try #require(node.calls(of: "sendtoaddress").first)
        #expect(
            call.parameters
                == .object([
                    ("address", .string(Self.order.recipient)), ("amount", .string("3")),
                    ("comment", .string(Self.order.mark)),
                ]))
        #expect(call.wallet == "w" && !call.isRepeatable)
        #expect(node.calls(of: "sendtoaddress").count == 1)
    }

    @Test("what it has, and what a payment costs")
    func quotes() async throws {
        #expect(try await wallet().balance().units == 1_710_000_001)
        let quote = try await wallet().quote(for: Self.order)
        #expect(quote.fee.units == 2_250)
        #expect(quote.size >= 225 && quote.size < 240)
    }

    @Test("too little money: how much can be paid instead is said, as far as the node tells")
    func tooLittle() async throws {
        func message() async throws -> String? {
            await error { _ = try await wallet().quote(for: Self.order) }?.message
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
        #expect(node.calls(of: "sendtoaddress").isEmpty)
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
        "refusals are told by their words, and certainly paid nothing",
        arguments: [
            ("221", ServiceError.Code.networkRefused), ("231", .networkRefused), ("259", .networkRefused),
            ("219", .networkRefused), ("233", .networkRefused), ("236", .networkRefused), ("410", .networkRefused),
            ("218", .insufficientFunds),
        ])
    func refused(_ recording: String, _ code: ServiceError.Code) async throws {
        node.on("sendtoaddress") { _ in Recorded.failure(recording) }
        #expect(await error { _ = try await wallet().pay(Self.order) }?.code == code)
        #expect(node.calls(of: "sendtoaddress").count == 1)
    }

    @Test("S6: after a lost answer the mark finds the payment, and it is not made again")
    func lostAnswer() async throws {
        node.on("sendtoaddress") { _ in .nothing(.lost) }
        node.next("listtransactions", .result("[]"), .result("[\(entry(["comment": "\"other\""])),\(entry())]"))
        var wallet = try wallet()
        wallet.inquiryTimeout = .seconds(3_600)
        #expect(try await wallet.pay(Self.order).transaction == Recorded.signed)
        #expect(node.calls(of: "sendtoaddress").count == 1)
    }

    @Test(
        "S6: a lost payment that the mark does not find is not known, and is not made again",
        arguments: [
            ScriptedNode.Reply.nothing(.lost), .result("null"), .result("\"nonsense\""), .answer(200, "<html>"),
            .answer(500, ""), .nothing(NetworkError(.timedOut, "Time ran out.", mayHaveArrived: true)),
        ])
    func unknown(_ reply: ScriptedNode.Reply) async throws {
        node.on("sendtoaddress") { _ in reply }
        #expect(await error { _ = try await wallet().pay(Self.order) }?.code == .answerUnknown)
        #expect(node.calls(of: "sendtoaddress").count == 1)
    }

    @Test("what did not arrive is not called sent")
    func notSent() async throws {
        node.on("sendtoaddress") { _ in .nothing(.refused) }
        #expect(await error { _ = try await wallet().pay(Self.order) }?.code == .networkUnreachable)
    }

    @Test("a refused payment that the wallet kept all the same is found")
    func keptAndRefused() async throws {
        node.on("sendtoaddress") { _ in .failure(-4, "The transaction was rejected!") }
        node.say("[\(entry())]", to: "listtransactions")
        #expect(try await wallet().pay(Self.order).transaction == Recorded.signed)
    }

    @Test("a node that is of no use any more is told nothing")
    func checkedBefore() async throws {
        node.say(#"{"chain":"test","blocks":5}"#, to: "getblockchaininfo")
        #expect(await error { _ = try await wallet().pay(Self.order) }?.code == .refusedByCheck)
        #expect(node.calls(of: "sendtoaddress").isEmpty)
    }

    @Test(
        "the mark finds only what can still be confirmed",
        arguments: [
            ["comment": "\"schemerouter:0124\""], ["category": "\"receive\""], ["abandoned": "true"],
            ["confirmations": "-1"],
        ])
    func finds(_ change: [String: String]) async throws {
        node.say("[\(entry(change))]", to: "listtransactions")
        #expect(try await wallet().payment(for: Self.order) == nil)
    }

    @Test(
        "another payment under the mark is not taken for this one",
        arguments: [
            ["amount": "-3.00000001"], ["amount": "3.00000000"], ["amount": "\"-3\""],
            ["address": "\"yNwHG9D2rnrJRQ8j7TG6xnWfbr8D634HeM\""],
        ])
    func otherPayment(_ change: [String: String]) async throws {
        node.say("[\(entry(change))]", to: "listtransactions")
        #expect(await error { _ = try await wallet().payment(for: Self.order) }?.code == .refusedByCheck)
    }

    @Test("a transaction that pays somebody else is no success")
    func otherTransaction() async throws {
        let other = NodeOrder(recipient: Self.order.recipient, amount: Amount(units: 1)!, mark: "m")
        #expect(await error { _ = try await wallet().pay(other) }?.code == .answerUnknown)
    }

    @Test("old payments are looked for page by page")
    func pages() async throws {
        let full = "[" + Array(repeating: entry(["comment": "\"other\""]), count: 1_000).joined(separator: ",") + "]"
        node.next("listtransactions", .result(full), .result("[\(entry())]"))
        #expect(try await wallet().payment(for: Self.order)?.transaction == Recorded.signed)
        #expect(node.calls(of: "listtransactions").map { $0.parameters.elements?.last?.integer } == [0, 1_000])
    }
}
