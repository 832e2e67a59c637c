import ExactJSON
import SchemeRouter
import Testing

@testable import RouterNetworks

/// Sending: the same bytes once, and honestly told what became of them (S6).
@Suite struct CoreRPCBroadcastTests {
    let node = ScriptedNode()

    init() {
        node.say(Recorded.result("132"), to: "testmempoolaccept")
        node.say(Recorded.result("180"), to: "sendrawtransaction")
        // Nobody has heard of it.
        node.on("getrawtransaction") { _ in Recorded.failure("412") }
    }

    private func refusal() async throws -> ServiceError? {
        let chain = try node.chain()
        return await error { try await chain.broadcast(Recorded.signed) }
    }

    @Test("checked, tried and sent: the recorded payment goes as recorded")
    func recorded() async throws {
        try await node.hurriedChain().broadcast(Recorded.signed)
        #expect(
            node.methods
                == ["getblockchaininfo", "getnetworkinfo", "getblockhash", "testmempoolaccept", "sendrawtransaction"])
        let sent = try #require(node.calls.last)
        #expect(sent.parameters.elements == [.string(Recorded.signed.bytes.hex)])
        #expect(!sent.isRepeatable && sent.wallet == nil)
        #expect(node.deadlines.allSatisfy { $0 <= .now + .seconds(15) })
    }

    @Test("what waits or is mined already is done, and not sent again", arguments: ["181", "198"])
    func known(_ id: String) async throws {
        node.say(Recorded.result(id), to: "testmempoolaccept")
        #expect(try await refusal() == nil)
        #expect(node.calls(of: "sendrawtransaction").isEmpty)
    }

    @Test(
        "what the node would refuse is not sent",
        arguments: ["133", "139", "148", "154", "162", "172", "183", "210", "213"])
    func refusedBefore(_ id: String) async throws {
        // The same reason, of our transaction.
        let recorded = try #require(
            try JSON(reading: Array(Recorded.result(id).utf8), limits: RPCResponse.limits).elements?.last)
        let reason = try #require(recorded["reject-reason"] ?? recorded["package-error"])
        let key = recorded["reject-reason"] == nil ? "package-error" : "reject-reason"
        let verdict = JSON.object([("txid", .string(Recorded.signed.id.hex)), (key, reason)])
        node.say("[\(verdict.text)]", to: "testmempoolaccept")
        let error = try #require(try await refusal())
        #expect(error.code == .networkRefused)
        #expect(error.message.contains(reason.string ?? "?"))
        #expect(node.calls(of: "sendrawtransaction").isEmpty)
    }

    @Test(
        "a verdict about another transaction, or none, is not believed",
        arguments: [
            "[]", "null", "5", #"[{"allowed":true}]"#, #"[{"txid":"00","allowed":true}]"#, #"{"allowed":true}"#,
        ])
    func lyingVerdict(_ verdict: String) async throws {
        node.say(verdict, to: "testmempoolaccept")
        #expect(try await refusal()?.code == .networkRefused)
        #expect(node.calls(of: "sendrawtransaction").isEmpty)
    }

    @Test("a node without testmempoolaccept is asked by sending")
    func older() async throws {
        node.on("testmempoolaccept") { _ in .failure(-32_601, "Method not found") }
        #expect(try await refusal() == nil)
        #expect(node.calls(of: "sendrawtransaction").count == 1)
    }

    struct Row: Sendable {
        let recording: String
        /// Whether the node has the transaction in a block.
        var isMined = false
        let expected: ServiceError.Code?
    }

    static let rows = [
        Row(recording: "197", expected: nil), Row(recording: "204", expected: nil),
        Row(recording: "205", isMined: true, expected: nil), Row(recording: "205", expected: .networkRefused),
        Row(recording: "140", expected: .networkRefused),
        Row(recording: "156", isMined: true, expected: .networkRefused),
        Row(recording: "165", expected: .networkRefused), Row(recording: "149", expected: .networkRefused),
        Row(recording: "184", expected: .networkRefused), Row(recording: "212", expected: .networkRefused),
        Row(recording: "215", expected: .networkRefused), Row(recording: "179", expected: .networkRefused),
        Row(recording: "200", expected: .networkRefused),
    ]

    @Test("-22, -25, -26 and -27 of sendrawtransaction mean what they are", arguments: rows.indices)
    func settled(_ index: Int) async throws {
        let row = Self.rows[index]
        node.on("sendrawtransaction") { _ in Recorded.failure(row.recording) }
        if row.isMined { node.say(Recorded.result("195"), to: "getrawtransaction") }
        #expect(try await refusal()?.code == row.expected, "\(row.recording)")
        #expect(node.calls(of: "sendrawtransaction").count == 1)
    }

    @Test(
        "the words say why",
        arguments: [
            ("-26", "tx-txlock-conflict", "conflicts with another payment"),
            ("-26", "txn-mempool-conflict", "conflicts with another payment"),
            ("-26", "min relay fee not met, 225 < 226", "too low"), ("-26", "dust", "dust limit"),
            ("-25", "bad-txns-inputs-missingorspent", "already spent"),
            ("-25", "Fee exceeds maximum configured by user (e.g. -maxtxfee, maxfeerate)", "settings"),
            ("-26", "too-long-mempool-chain, too many", "waiting for a block"),
        ])
    func words(_ code: String, _ reason: String, _ meaning: String) async throws {
        node.on("sendrawtransaction") { _ in .failure(Int(code) ?? 0, reason) }
        let error = try #require(try await refusal())
        #expect(error.code == .networkRefused && error.message.contains(meaning) && error.message.contains(reason))
    }

    @Test(
        "S6: a lost answer is looked for; the payment is done, or it is not known, and never “not sent”",
        arguments: [
            true, false,
        ])
    func lostAnswer(_ arrived: Bool) async throws {
        node.on("sendrawtransaction") { _ in .nothing(.lost) }
        if arrived { node.say(Recorded.result("186"), to: "getrawtransaction") }
        #expect(try await refusal()?.code == (arrived ? nil : .answerUnknown))
        #expect(node.calls(of: "sendrawtransaction").count == 1)
    }

    @Test(
        "S6: once a node has the bytes, whatever it answers, nothing says flatly that nothing was sent",
        arguments: ["testmempoolaccept", "sendrawtransaction"])
    func received(_ method: String) async throws {
        var replies: [ScriptedNode.Reply] = [
            .failure(-28, "Loading block index…"), .failure(-32_601, "Method not found"), .failure(-4, "no"),
            .result("7"), .nothing(.lost),
        ]
        for status in [401, 403, 404, 405, 413, 503] { replies.append(.answer(status, "")) }
        var chain = try node.chain()
        chain.sendTimeout = .milliseconds(300)
        for reply in replies {
            node.on(method) { _ in reply }
            // A node without testmempoolaccept is asked by sending.
            guard let failure = await error(of: { try await chain.broadcast(Recorded.signed) }) else {
                #expect(method == "testmempoolaccept", "\(reply)")
                continue
            }
            #expect(failure.code == .networkRefused || failure.code == .answerUnknown, "\(reply) \(failure)")
            #expect(failure.hint?.contains("Nothing was sent") == false, "\(reply) \(failure)")
        }
        // What did not arrive was not sent.
        node.on("getblockchaininfo") { _ in .nothing(.refused) }
        let unreachable = await error { try await chain.broadcast(Recorded.signed) }
        #expect(unreachable?.code == .networkUnreachable && unreachable?.hint?.hasPrefix("Nothing was sent.") == true)
    }

    @Test("S6: where a node relays a payment that it was asked to judge and dies, its fate is unknown, or it is found")
    func diesAtTrial() async throws {
        node.on("testmempoolaccept") { _ in .nothing(.lost) }
        #expect(try await refusal()?.code == .answerUnknown)
        node.say(Recorded.result("186"), to: "getrawtransaction")
        #expect(try await refusal() == nil && node.calls(of: "sendrawtransaction").isEmpty)
    }

    @Test("S6: an answer that names another transaction leaves it open")
    func otherTransaction() async throws {
        node.say("\"\(String(repeating: "0", count: 64))\"", to: "sendrawtransaction")
        #expect(try await refusal()?.code == .answerUnknown)
    }

    @Test("a node without its network keeps the payment, and says so where it has it")
    func networkOff() async throws {
        node.on("sendrawtransaction") { _ in .failure(-31, "P2P disabled") }
        #expect(try await refusal()?.code == .answerUnknown)
        node.say(Recorded.result("186"), to: "getrawtransaction")
        #expect(try await refusal() == nil)
    }
}
