import ExactJSON
import RouterBitcoinFormat
import RouterTestSupport
import Testing

@testable import RouterNetworks
@testable import SchemeRouter

/// Whatever number a node puts in the place of one that a real node said: it is refused or means something, and never
/// ends the program.
@Suite struct CoreRPCExtremeNumberTests {
    private static let rescan = #"{"start_height":0,"stop_height":110}"#
    private static let scan =
        #"{"success":true,"txouts":117,"height":112,"unspents":[{"txid":""#
        + #"154264f8b5ac7669c9ff3fada2386027825b389d484b0b31a695976d68554523","vout":0,"scriptPubKey":""#
        + #"76a9143a2d4145a4f098523b3e8127f1da87cfc55b8e7988ac","desc":"pkh([73c5da0a/44'/1'/0'/0/0]02a7)#x","#
        + #""amount":0.30000000,"coinbase":true,"height":11}],"total_amount":0.3}"#

    /// The answers of a real node to all that is asked of it.
    private static let answers: [(method: String, text: String)] = [
        ("getblockchaininfo", Recorded.result("001")), ("getnetworkinfo", Recorded.result("002")),
        ("getmempoolinfo", Recorded.result("005")), ("getwalletinfo", Recorded.result("023")),
        ("listunspent", Recorded.result("188")), ("listsinceblock", Recorded.result("103")),
        ("gettransaction", Recorded.result("196")),
        ("getrawtransaction", Recorded.result("195")), ("gettxout", Recorded.result("193")),
        ("estimatesmartfee", Recorded.result("443")), ("getbalances", Recorded.result("079")),
        ("fundrawtransaction", Recorded.funded), ("testmempoolaccept", Recorded.result("132")),
        ("sendrawtransaction", Recorded.result("180")), ("createrawtransaction", Recorded.result("128")),
        ("getreceivedbyaddress", Recorded.result("202")), ("rescanblockchain", rescan), ("scantxoutset", scan),
        ("getaddressinfo", Recorded.result("049")), ("deriveaddresses", Recorded.result("042")),
        ("getblockhash", "\"\(Recorded.genesis)\""),
        ("getdescriptorinfo", Recorded.result("025")),
    ]

    @Test("each number of each answer, in each question that needs it", arguments: answers.map(\.method))
    func numbers(_ method: String) async throws {
        let text = try #require(Self.answers.first { $0.method == method }?.text)
        let json = try JSON(reading: Array(text.utf8), limits: RPCResponse.limits)
        // A private network lets a node say more.
        let network = method == "getblockchaininfo" ? NetworkKind.main : .regtest
        // Those that ask for it while all is well, or where it is nonsense.
        var questions: [Question] = []
        var isAskedAtAll = false
        for question in Self.questions {
            var isAsked = false
            for answer in [json] + NumberMutations.extremes.prefix(1) {
                let node = Self.node(answering: answer, to: method)
                let chain = try await Self.watching(node, network)
                let known = node.calls(of: method).count
                try await question(chain)
                isAskedAtAll = isAskedAtAll || known > 0
                isAsked = isAsked || node.calls(of: method).count > known
            }
            if isAsked { questions.append(question) }
        }
        #expect(isAskedAtAll || !questions.isEmpty)
        for answer in NumberMutations.all(of: json) + NumberMutations.extremes {
            let chain = try await Self.watching(Self.node(answering: answer, to: method), network)
            for question in questions { try await question(chain) }
        }
    }

    private static func node(answering answer: JSON, to method: String) -> ScriptedNode {
        let node = ScriptedNode()
        for (method, text) in answers where method != "getaddressinfo" { node.say(text, to: method) }
        node.haveWallets()
        if method == "scantxoutset" { node.on("listwallets") { _ in Recorded.failure("389") } }
        node.say(answer.text, to: method)
        return node
    }

    /// The node watches the wallet's scripts, which everything else builds on.
    private static func watching(_ node: ScriptedNode, _ network: NetworkKind) async throws -> CoreRPCChain {
        var chain = try node.hurriedChain(.shippedDash, network)
        chain.searchTimeout = .milliseconds(200)
        try? await chain.watch(.recorded, progress: nil)
        return chain
    }

    private typealias Question = @Sendable (CoreRPCChain) async throws -> Void

    private static let questions: [Question] = [
        { chain in
            for output in (try? await chain.unspentOutputs(payingTo: [ScanTests.script])) ?? [] {
                #expect((0...BlockHeight.limit).contains(output.confirmations))
            }
        },
        { chain in
            for entry in (try? await chain.history(of: [ScanTests.script])) ?? [] {
                #expect((0...BlockHeight.limit).contains(entry.confirmations))
            }
        },
        { _ = try? await $0.usedScripts(among: [ScanTests.script]) },
        { _ = try? await $0.transactions([Recorded.signed.id]) },
        { chain in
            if case .confirmed(let count, _)? = try? await chain.state(of: Recorded.signed.id) {
                #expect((1...BlockHeight.limit).contains(count))
            }
        },
        { _ = try? await $0.states(of: [Outpoint(transaction: Recorded.signed.id, index: 0)]) },
        { _ = try? await $0.feePerKB() },
        { _ = try? await $0.report() },
        { _ = try? await $0.broadcast(Recorded.signed) },
        { _ = try? await $0.wallet(named: "w").balance() },
        { _ = try? await $0.wallet(named: "w").coins() },
        { _ = try? await $0.wallet(named: "w").prepare(NodeWalletTests.order) },
    ]
}
