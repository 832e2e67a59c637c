import ExactJSON
import RouterEOSIO
import RouterTestSupport
import SchemeRouter
import Testing

@testable import RouterNetworks

/// Whatever number a node puts in the place of one that nodes say: it is refused or means something, and never ends the
/// program.
@Suite struct EOSIOExtremeNumberTests {
    private static let id = String(repeating: "7a", count: 32)
    private static let stats = #"{"EOS":{"supply":"9.0000 EOS","max_supply":"9.0000 EOS","issuer":"eosio"}}"#
    private static let waits =
        #"{"threshold":1,"keys":[{"key":"\#(RecordedNodeos.key)","weight":1}],"accounts":[{"permission":{"actor":"alice","#
        + #""permission":"active"},"weight":1}],"waits":[{"wait_sec":5,"weight":1}]}"#
    private static let except = #"{"code":3050003,"name":"eosio_assert_message_exception","message":"","stack":[]}"#

    private static let answers: [(call: String, status: Int, text: String)] = [
        ("get_info", 200, RecordedNodeos.info()), ("get_account", 200, RecordedNodeos.account(active: waits)),
        ("get_currency_stats", 200, stats), ("get_currency_balance", 200, #"["5.0000 EOS"]"#),
        ("get_account", 500, RecordedNodeos.failure(3_060_002, "account_query_exception", "", "why")),
        ("send_transaction", 202, RecordedNodeos.executed(id)),
        ("send_transaction", 202, RecordedNodeos.executed(id, status: "hard_fail", except: except)),
        ("send_transaction", 500, RecordedNodeos.failure(3_050_003, "eosio_assert_message_exception", "", "why")),
        ("get_abi", 200, #"{"account_name":"eosio.token","abi":\#(abi)}"#),
        ("get_table_rows", 200, #"{"rows":[{"id":1,"status":0,"key":"\#(RecordedNodeos.key)"}],"more":false}"#),
    ]
    private static let abi = Vectors.actions["abis"]?["eosio.token"]?.text ?? "null"

    /// Amounts that nodes write as texts.
    private static let assets = [
        "-922337203685477.5808 EOS", "922337203685477.5807 EOS", "922337203685477.5808 EOS", "461168601842738.7903 EOS",
        "461168601842738.7904 EOS", "-0.0001 EOS", "9223372036854775807 EOS", "0.0000000000000000000 EOS",
        "1e308 EOS", "18446744073709551616.0000 EOS",
    ]

    @Test("each number of each answer, in each question", arguments: answers.indices)
    func numbers(_ index: Int) async throws {
        let answer = Self.answers[index]
        let json = try JSON(reading: Array(answer.text.utf8), limits: .answer)
        for changed in NumberMutations.all(of: json) + NumberMutations.extremes {
            try await ask { $0.say(changed.text, status: answer.status, to: answer.call) }
        }
    }

    @Test("each amount and time", arguments: assets)
    func texts(_ asset: String) async throws {
        try await ask { $0.say("[\"\(asset)\"]", to: "get_currency_balance") }
        try await ask { $0.say(Self.stats.replacing("9.0000 EOS", with: asset), to: "get_currency_stats") }
        for time in ["9999-12-31T23:59:59", "2106-02-07T06:28:15", "1969-12-31T23:59:59", "0000-01-01T00:00:00"] {
            try await ask { $0.say(RecordedNodeos.info(time: time), to: "get_info") }
        }
    }

    private func ask(_ change: (ScriptedNodeos) -> Void) async throws {
        let node = ScriptedNodeos()
        for answer in Self.answers where answer.status == 200 { node.say(answer.text, to: answer.call) }
        change(node)
        let chain = try NodeosChain(
            url: "https://node.example", chainID: try #require(Checksum256(hex: RecordedNodeos.jungle)).bytes,
            coin: .eos,
            client: node, now: { RecordedNodeos.now })
        let signer = AccountSigner(account: "corecorecore", permission: "active")
        _ = try? await chain.frame()
        _ = try? await chain.authority(of: signer)
        _ = try? await chain.balance(of: "corecorecore")
        let transfer = ActionCall(
            contract: "eosio.token", name: "transfer",
            data: .object([
                ("from", .string("corecorecore")), ("to", .string("teamgreymass")), ("quantity", .string("1.0000 EOS")),
                ("memo", .string("")),
            ]), note: nil)
        _ = try? await chain.prepare([transfer], as: signer)
        let id = try #require(TransactionID(hex: Self.id))
        _ = try? await chain.send(SignedTransaction(id: id, bytes: [0], expires: RecordedNodeos.now + 60))
    }
}
