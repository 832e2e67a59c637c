import ExactJSON
import RouterEOSIO
import SchemeRouter
import Testing

@testable import RouterNetworks

/// What is read from a node: the right chain, headers and authorities.
@Suite struct NodeosReadTests {
    let node = ScriptedNodeos()
    var chain: NodeosChain
    let signer = AccountSigner(account: "corecorecore", permission: "active")

    init() throws {
        chain = try NodeosChain(
            url: "https://node.example/", chainID: try #require(Checksum256(hex: RecordedNodeos.jungle)).bytes,
            coin: .eos,
            client: node,
            now: { RecordedNodeos.now })
        node.say(RecordedNodeos.info(), to: "get_info")
        node.say(RecordedNodeos.account(), to: "get_account")
    }

    @Test("headers of real transactions: the last irreversible block, and two minutes from the head on")
    func frames() async throws {
        for row in Vectors.rows(Vectors.realTransactions) {
            let text = try #require(row["lib_id"]?.string)
            let time = try #require(row["head_block_time"]?.string)
            node.say(RecordedNodeos.info(block: text, time: time), to: "get_info")
            let head = UnixTime(try #require(TimePointSec(roundingDown: time)).seconds)
            var chain = chain
            chain.now = { head }
            let frame = try await chain.frame()
            let expiration = try #require(row["expiration"]?.string)
            #expect(frame.expiration == TimePointSec(expiration)?.seconds)
            #expect(frame.referenceBlock == row.integer("ref_block_num"))
            #expect(frame.referenceCheck == row.integer("ref_block_prefix"))
            #expect(frame.chainID == Checksum256(hex: RecordedNodeos.jungle)?.bytes)
        }
        node.say(RecordedNodeos.info(time: "2023-10-06T18:23:11.500"), to: "get_info")
        #expect(try await chain.frame().expiration == TimePointSec("2023-10-06T18:25:11")?.seconds)
    }

    @Test(
        "S16: a node whose clock is more than two minutes from ours says nothing about when a transaction ends",
        arguments: [(-121, false), (-120, true), (0, true), (120, true), (121, false), (86_400, false)])
    func clocks(_ difference: UnixTime, _ isTaken: Bool) async throws {
        var chain = chain
        chain.now = { RecordedNodeos.now + difference }
        let refusal = await error { _ = try await chain.frame() }
        #expect((refusal == nil) == isTaken)
        if let refusal {
            #expect(refusal.code == .refusedByCheck && refusal.message.contains("two minutes"))
            #expect(refusal.message.contains("2023-10-06T18:23:11") && refusal.hint?.contains("clock") == true)
        }
    }

    @Test("requests are POSTs to /v1/chain, may be repeated, and share five seconds")
    func requests() async throws {
        _ = try await chain.authority(of: signer)
        let end = ContinuousClock.now + .seconds(5)
        #expect(Set(node.calls) == ["get_info", "get_account"])
        for request in node.requests {
            #expect(request.method == .post)
            #expect(request.url.hasPrefix("https://node.example/v1/chain/get_"))
            #expect(request.isRepeatable)
            #expect(request.headers == [NetworkHeader("Content-Type", "application/json")])
        }
        #expect(Set(node.deadlines).count == 1)
        #expect(node.deadlines.allSatisfy { $0 <= end })
    }

    @Test("a node of another chain is refused before anything is made, and before anybody logs in (S12)")
    func otherChain() async throws {
        node.say(RecordedNodeos.info(chain: String(repeating: "ab", count: 32)), to: "get_info")
        let transfer = ActionCall(
            contract: "eosio.token", name: "transfer",
            data: .object([
                ("from", .string("corecorecore")), ("to", .string("teamgreymass")), ("quantity", .string("1.0000 EOS")),
                ("memo", .string("")),
            ]), note: nil)
        #expect(await error { _ = try await chain.frame() }?.code == .refusedByCheck)
        #expect(await error { _ = try await chain.authority(of: signer) }?.code == .refusedByCheck)
        node.say(#"{"account_name":"eosio.token","abi":\#(Self.tokenABI)}"#, to: "get_abi")
        node.say(
            #"{"EOS":{"supply":"2.0000 EOS","max_supply":"10.0000 EOS","issuer":"eosio"}}"#, to: "get_currency_stats")
        node.say(#"["5.0000 EOS"]"#, to: "get_currency_balance")
        #expect(await error { _ = try await chain.prepare([transfer], as: signer) }?.code == .refusedByCheck)
        node.say(RecordedNodeos.info(), to: "get_info")
        #expect(try await chain.prepare([transfer], as: signer).count == 1)
    }

    static let tokenABI = Vectors.actions["abis"]?["eosio.token"]?.text ?? ""

    @Test("authorities: keys that sign alone, in either text; no account and no permission are nil")
    func authorities() async throws {
        #expect(try await chain.authority(of: signer) == AccountAuthority(keys: [RecordedNodeos.key]))
        let tagged = try PublicKey(RecordedNodeos.key).taggedText
        node.say(RecordedNodeos.account(active: RecordedNodeos.authority(tagged)), to: "get_account")
        #expect(try await chain.authority(of: signer)?.keys == [RecordedNodeos.key])
        node.say(
            RecordedNodeos.account(active: RecordedNodeos.authority(RecordedNodeos.key, weight: 1, threshold: 2)),
            to: "get_account")
        #expect(try await chain.authority(of: signer) == AccountAuthority(keys: []))
        let other = AccountSigner(account: "corecorecore", permission: "play")
        #expect(try await chain.authority(of: other) == nil)
        #expect(try await chain.authority(of: AccountSigner(account: "No Name", permission: "active")) == nil)
        for unknown in [
            RecordedNodeos.unknownKey, RecordedNodeos.failure(3_060_002, "account_query_exception", "?", "no"),
        ] {
            node.say(unknown, status: 500, to: "get_account")
            #expect(try await chain.authority(of: signer) == nil)
        }
    }

    @Test("an account that a contract manages, and one of MYKEY that is frozen")
    func managed() async throws {
        func delegated(to manager: String) -> String {
            #"{"threshold":1,"keys":[],"accounts":[{"permission":{"actor":"\#(manager)","permission":"active"},"weight":1}],"waits":[]}"#
        }
        node.say(RecordedNodeos.account(active: delegated(to: "othermanager")), to: "get_account")
        #expect(try await chain.authority(of: signer) == AccountAuthority(keys: [], isManaged: true))
        #expect(!node.calls.contains("get_table_rows"))
        node.say(RecordedNodeos.account(active: delegated(to: "corecorecore")), to: "get_account")
        #expect(try await chain.authority(of: signer)?.isManaged == false)
        node.say(RecordedNodeos.account(active: delegated(to: "mykeymanager")), to: "get_account")
        for (status, isFrozen) in [(0, false), (1, true)] {
            let row = #"{"key":{"pubkey":"\#(RecordedNodeos.key)","status":\#(status)}}"#
            node.say(#"{"rows":[\#([row, row, row, row].joined(separator: ","))],"more":false}"#, to: "get_table_rows")
            #expect(
                try await chain.authority(of: signer)
                    == AccountAuthority(keys: [], isManaged: true, isFrozen: isFrozen))
        }
        let question = node.requests.last { $0.url.hasSuffix("get_table_rows") }?.body ?? []
        #expect(
            String(decoding: question, as: UTF8.self)
                == #"{"json":true,"code":"mykeymanager","scope":"corecorecore","table":"keydata","limit":10}"#)
    }

    static let garbage = [
        "", "<html>", "[]", "{}", "null", #"{"chain_id":1}"#, #"{"chain_id":"00"}"#, "{\"a\":", "\u{0}",
        #"{"account_name":"other","permissions":[]}"#, #"{"account_name":"corecorecore","permissions":{}}"#,
        String(repeating: "[", count: 100_000),
        #"{"chain_id":"\#(RecordedNodeos.jungle)","chain_id":"\#(RecordedNodeos.jungle)"}"#,
    ]

    @Test("answers that no node gives", arguments: garbage)
    func strange(_ text: String) async throws {
        node.say(text, to: "get_account")
        #expect(await error { _ = try await chain.authority(of: signer) }?.code == .networkRefused)
        node.say(RecordedNodeos.account(), to: "get_account")
        node.say(text, to: "get_info")
        #expect(await error { _ = try await chain.frame() }?.code == .networkRefused)
        #expect(await error { _ = try await chain.authority(of: signer) }?.code == .networkRefused)
    }

    @Test("truncated answers", arguments: Array(stride(from: 0, to: RecordedNodeos.info().utf8.count, by: 7)))
    func truncated(_ length: Int) async throws {
        node.say(String(decoding: RecordedNodeos.info().utf8.prefix(length), as: UTF8.self), to: "get_info")
        #expect(await error { _ = try await chain.frame() }?.code == .networkRefused)
    }

    @Test("no answer, other statuses, and an answer that is too large")
    func unreachable() async throws {
        for code in NetworkError.Code.allCases {
            for arrived in [false, true] {
                node.reply(.failure(NetworkError(code, "no", mayHaveArrived: arrived)), to: "get_info")
                #expect(await error { _ = try await chain.frame() }?.code == .networkUnreachable)
            }
        }
        for status in [301, 400, 403, 404, 500, 502, 503] {
            node.say("busy", status: status, to: "get_info")
            #expect(await error { _ = try await chain.frame() }?.code == .networkRefused)
        }
        node.say("\"" + String(repeating: "x", count: 3 << 20) + "\"", to: "get_info")
        #expect(await error { _ = try await chain.frame() }?.code == .networkRefused)
    }

    @Test("what a node says is made safe and short")
    func foreignText() async throws {
        let evil = "\u{202E}\u{1B}[31m" + String(repeating: "z", count: 5_000)
        node.say(RecordedNodeos.failure(1, "exception", "?", evil), status: 500, to: "get_info")
        let message = try #require(await error { _ = try await chain.frame() }?.message)
        #expect(message.unicodeScalars.count < 300)
        #expect(!message.unicodeScalars.contains("\u{202E}") && !message.unicodeScalars.contains("\u{1B}"))
    }

    @Test("a coin whose ticker is no token, or a chain id of another length, is a mistake of the configuration")
    func configuration() async throws {
        for (length, ticker) in [(31, "EOS"), (32, "eos"), (32, "")] {
            let coin = CoinDescriptor.eos(ticker: ticker)
            let refusal = await error {
                _ = try NodeosChain(
                    url: "https://node.example", chainID: [UInt8](repeating: 1, count: length), coin: coin,
                    client: node,
                    now: { RecordedNodeos.now })
            }
            #expect(refusal?.code == .badConfiguration)
        }
    }
}
