import ExactJSON
import SchemeRouter
import Testing

@testable import RouterNetworks

/// A node that does not know its network's rules stops and answers as before (Documentation/protocols/dash-2026.md §1.1).
@Suite struct NodeAgeTests {
    /// 29 November 2026.
    private static let now: UnixTime = 1_795_910_400

    struct Row: Sendable, CustomTestStringConvertible {
        let testDescription: String
        var version = "230102"
        var forks = "{}"
        var height = 2_580_400
        var age: UnixTime = 100
        /// What `doctor` and a payment say; nil if nothing.
        var warning: String?
        var code: ServiceError.Code?
        var message = ""

        init(
            _ text: String, version: String = "230102", forks: String = "{}", height: Int = 2_580_400,
            age: UnixTime = 100,
            warns warning: String? = nil, fails code: ServiceError.Code? = nil, _ message: String = ""
        ) {
            (testDescription, self.version, self.forks, self.height) = (text, version, forks, height)
            (self.age, self.warning, self.code, self.message) = (age, warning, code, message)
        }
    }

    private static let knows = #"{"v24":{"type":"bip9","bip9":{"status":"started"},"active":false}}"#
    private static let old = "too old for the upgrade “v24” of Dash, which begins at block 2580480"

    static let rows = [
        Row("23.1.2, before the fork", warns: old),
        Row("a list without it, whatever the version", version: "240000", warns: old),
        Row("a version below, whatever the list", forks: knows, warns: old),
        Row("24.0.0", version: "240000", forks: knows),
        Row("24.0.3, active", version: "240003", forks: #"{"v24":{"type":"buried","active":true}}"#, height: 2_600_000),
        Row("no version, and a list without it", version: "null", warns: old),
        Row("after the block, while it still gets blocks", height: 2_580_600, age: 600, warns: old),
        Row(
            "stopped at the last block that it understands", height: 2_580_479, age: 86_400, fails: .networkUnreachable,
            "2580479, is 24 hours old"),
        Row("three hours are no proof", age: 3 * 3_600, warns: old),
        Row("more are", age: 3 * 3_600 + 1, fails: .networkUnreachable, "“v24”"),
        Row(
            "24 without new blocks", version: "240000", forks: knows, height: 2_580_479, age: 86_400,
            warns: "The newest block of the node, 2580479, is 24 hours old"),
        Row("a block of the future", version: "240000", forks: knows, age: -7_200),
    ]

    @Test("S16: an old node is named; once its blocks stop, nothing is paid over it", arguments: rows)
    func check(_ row: Row) async throws {
        let node = ScriptedNode()
        node.say(
            """
            {"chain":"main","blocks":\(row.height),"headers":\(row.height),"initialblockdownload":false,\
            "time":\(Self.now - row.age),"softforks":\(row.forks)}
            """, to: "getblockchaininfo")
        node.say(
            #"{"connections":8,"networkactive":true,"subversion":"/Dash Core:x/","protocolversion":70240,"version":\#(row.version)}"#,
            to: "getnetworkinfo")
        node.say("\"\(CoinDescriptor.shippedDash.networks[.main]?.genesis?.hex ?? "")\"", to: "getblockhash")
        var chain = try CoreRPCChain(
            url: "http://127.0.0.1:19898/", coin: .shippedDash, network: .main, client: node, now: { Self.now })
        (chain.readTimeout, chain.sendTimeout) = (.seconds(3_600), .seconds(3_600))
        let failure = await error { _ = try await chain.report() }
        #expect(failure?.code == row.code && failure?.message.contains(row.message) != false)
        node.say(Recorded.result("132"), to: "testmempoolaccept")
        node.say("\"\(Recorded.signed.id.hex)\"", to: "sendrawtransaction")
        #expect(await error { try await chain.broadcast(Recorded.signed) }?.code == row.code)
        #expect(node.calls(of: "sendrawtransaction").count == (row.code == nil ? 1 : 0))
        guard row.code == nil else { return }
        let warning = await chain.warning()
        #expect(
            (warning == nil) == (row.warning == nil) && warning?.contains(row.warning ?? "") != false,
            "\(warning ?? "")")
        let report = try await chain.report()
        #expect(report.warning == warning && report.protocolVersion == 70_240 && report.blockAge != nil)
        #expect(report.upgrade?.hasPrefix("v24: ") == true)
    }

    @Test(
        "a node that loads blocks, or finds no other node, is named as too old if it is: it would never be ready",
        arguments: [("230102", "{}", true), ("240000", knows, false)])
    func waiting(_ version: String, _ forks: String, isOld: Bool) async throws {
        for (isLoading, connections) in [(true, 8), (false, 0)] {
            let node = ScriptedNode()
            node.say(
                #"{"chain":"main","blocks":9,"headers":9,"initialblockdownload":\#(isLoading),"softforks":\#(forks)}"#,
                to: "getblockchaininfo")
            node.say(
                #"{"connections":\#(connections),"networkactive":true,"subversion":"x","version":\#(version)}"#,
                to: "getnetworkinfo")
            node.say("\"\(CoinDescriptor.shippedDash.networks[.main]?.genesis?.hex ?? "")\"", to: "getblockhash")
            var chain = try CoreRPCChain(
                url: "http://127.0.0.1:19898/", coin: .shippedDash, network: .main, client: node, now: { Self.now })
            (chain.readTimeout, chain.sendTimeout) = (.seconds(3_600), .seconds(3_600))
            let failure = try #require(await error { _ = try await chain.report() })
            #expect(failure.message.contains(isLoading ? "still loading blocks" : "not connected to any other node"))
            #expect(failure.hint?.contains("too old for the upgrade “v24” of Dash") == isOld)
            #expect(failure.hint?.contains("Try again later.") != isOld)
        }
    }

    @Test("a private network has its own rules and its own blocks")
    func regtest() async throws {
        let report = try await ScriptedNode().chain().report()
        #expect(report.warning == nil && report.upgrade == nil && report.blockAge == nil)
    }
}
