import ExactJSON
import SchemeRouter
import Testing

@testable import RouterNetworks

/// What is asked of every node before it is believed (Documentation/protocols/core-rpc.md §2).
@Suite struct NodeTests {
    struct Row: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let network: NetworkKind
        let blocks: String
        let peers: String
        let genesis: String
        let expected: ServiceError.Code?

        init(
            _ name: String, _ network: NetworkKind = .main, blocks: String = Row.blocks("main"),
            peers: String = #"{"connections":8,"networkactive":true,"subversion":"/x/"}"#, genesis: String? = nil,
            is expected: ServiceError.Code?
        ) {
            (testDescription, self.network, self.blocks, self.peers) = (name, network, blocks, peers)
            self.genesis = genesis ?? CoinDescriptor.shippedDash.networks[network]?.genesis?.hex ?? ""
            self.expected = expected
        }

        static func blocks(_ chain: String, loading: Bool = false) -> String {
            #"{"chain":"\#(chain)","blocks":2000000,"initialblockdownload":\#(loading)}"#
        }
    }

    static let rows = [
        Row("a node that has all blocks", is: nil),
        Row("test", .test, blocks: Row.blocks("test"), is: nil),
        Row("another network", blocks: Row.blocks("test"), is: .refusedByCheck),
        Row("a developers' network", .test, blocks: Row.blocks("devnet-abc"), is: .refusedByCheck),
        Row("test and regtest have the same addresses", .regtest, blocks: Row.blocks("test"), is: .refusedByCheck),
        Row("another coin of the same chain name", genesis: String(repeating: "0f", count: 32), is: .refusedByCheck),
        Row("loading blocks", blocks: Row.blocks("main", loading: true), is: .networkUnreachable),
        Row(
            "behind its peers", blocks: #"{"chain":"main","blocks":100,"headers":107,"initialblockdownload":false}"#,
            is: .networkUnreachable),
        Row("a few blocks behind", blocks: #"{"chain":"main","blocks":100,"headers":106}"#, is: nil),
        Row("a private network may be fresh", .regtest, blocks: Row.blocks("regtest", loading: true), is: nil),
        Row("no other node", peers: #"{"connections":0,"networkactive":true}"#, is: .networkUnreachable),
        Row(
            "a private network may be one node", .regtest, blocks: Row.blocks("regtest"), peers: #"{"connections":0}"#,
            is: nil),
        Row(
            "network switched off", .regtest, blocks: Row.blocks("regtest"),
            peers: #"{"connections":0,"networkactive":false}"#, is: .networkUnreachable),
        Row("no chain", blocks: "{}", is: .networkRefused),
        Row("no object", blocks: "[]", is: .networkRefused),
        Row("blocks below zero", blocks: #"{"chain":"main","blocks":-1}"#, is: .networkRefused),
        Row("no connections", peers: "null", is: .networkRefused),
        Row("no first block", genesis: "", is: .refusedByCheck),
    ]

    @Test("S11: a node of another network, without blocks or without others is not paid over", arguments: rows)
    func checks(_ row: Row) async throws {
        let node = ScriptedNode()
        node.say(row.blocks, to: "getblockchaininfo")
        node.say(row.peers, to: "getnetworkinfo")
        node.say("\"\(row.genesis)\"", to: "getblockhash")
        let chain = try node.chain(.shippedDash, row.network)
        #expect(await error { _ = try await chain.report() }?.code == row.expected)
        // The same holds just before sending.
        node.say(Recorded.result("132"), to: "testmempoolaccept")
        node.say("\"\(Recorded.signed.id.hex)\"", to: "sendrawtransaction")
        #expect(await error { try await chain.broadcast(Recorded.signed) }?.code == row.expected)
        #expect(node.calls(of: "sendrawtransaction").count == (row.expected == nil ? 1 : 0))
    }

    @Test("a real node of Dash's private network passes, and says what it is")
    func recorded() async throws {
        let report = try await ScriptedNode().chain().report()
        #expect(
            report == NodeReport(version: "/Dash Core:23.1.2/", height: 110, connections: 0, protocolVersion: 70_240))
    }

    @Test("a coin without the wished network has no node there")
    func noNetwork() async throws {
        let node = ScriptedNode()
        let without = CoinDescriptor(
            id: "x", title: "X", ticker: "X", unit: "x", decimals: 8, maxMoney: Amount(units: 1)!,
            dust: Amount(units: 1)!, feePerKB: CoinDescriptor.shippedDash.addressLedger!.feePerKB, hasLock: false,
            plugin: "dash",
            networks: [:])
        #expect(await error { _ = try node.chain(without, .main) }?.code == .badConfiguration)
    }
}
