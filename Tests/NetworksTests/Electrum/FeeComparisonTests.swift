import ExactJSON
import RouterTestSupport
import SchemeRouter
import Testing

@testable import RouterNetworks

@Suite("Electrum: fees of several servers")
struct FeeComparisonTests {
    private static func server(_ fee: String, relay: String = "1e-05") -> ScriptedServer {
        .regtest { method, _ in
            switch method {
            case "blockchain.estimatefee": (try? JSON(reading: Array(fee.utf8), limits: .answer)).map { .success($0) }
            case "blockchain.relayfee": (try? JSON(reading: Array(relay.utf8), limits: .answer)).map { .success($0) }
            default: nil
            }
        }
    }

    private static func fee(_ servers: ScriptedServer..., for level: FeeLevel = .normal) async throws -> Int64? {
        let names = servers.indices.map { "s\($0)" }
        var chain = try ElectrumChain(
            of: .shippedDash, network: .regtest,
            servers: names.map { LineServer(host: $0, port: 50_001, certificate: nil) },
            lines: ScriptedNetwork(servers: Dictionary(uniqueKeysWithValues: zip(names, servers))))
        // Tests share two threads: an answer that is there may be noticed late.
        chain.feePatience = .seconds(600)
        return try await chain.feePerKB(for: level)?.units
    }

    @Test("S16: a lone liar does not set the fee, wherever it stands among the servers")
    func liar() async throws {
        let honest = 10_000...12_000 as ClosedRange<Int64>
        for liar in ["99", "0.00000001", "1e300", "-1", "null"] {
            let (one, two) = (Self.server("0.0001"), Self.server("0.00012"))
            #expect(try await Self.fee(Self.server(liar, relay: liar), one, two).map(honest.contains) == true)
            #expect(try await Self.fee(one, Self.server(liar, relay: liar), two).map(honest.contains) == true)
            #expect(try await Self.fee(one, two, Self.server(liar, relay: liar)).map(honest.contains) == true)
        }
        // Of two nobody knows which one lies; the higher is not paid.
        #expect(try await Self.fee(Self.server("99"), Self.server("0.0001")) == 10_000)
        #expect(try await Self.fee(Self.server("0.0001"), Self.server("99")) == 10_000)
    }

    @Test("S16: all servers are asked for as many blocks as the person would wait", arguments: FeeLevel.allCases)
    func levels(_ level: FeeLevel) async throws {
        let servers = (0..<3).map { _ in Self.server("0.0001") }
        #expect(try await Self.fee(servers[0], servers[1], servers[2], for: level) == 10_000)
        for server in servers {
            #expect(server.parameters(of: "blockchain.estimatefee") == [[.number(level.blocks)]])
        }
    }

    @Test("S13: no more is asked of further servers than the fee, and of five of them at most")
    func few() async throws {
        let servers = (0..<7).map { _ in Self.server("0.0001") }
        #expect(
            try await Self.fee(
                servers[0], servers[1], servers[2], servers[3], servers[4], servers[5], servers[6]) == 10_000)
        #expect(servers.map(\.connections) == [1, 1, 1, 1, 1, 0, 0])
        #expect(
            Set(servers[1].methods).isSubset(of: [
                "server.version", "server.features", "blockchain.headers.subscribe", "blockchain.estimatefee",
                "blockchain.relayfee", "blockchain.block.headers",
            ]))
    }

    @Test("one that is gone, of another network, or knows no fee, is left out; where none is left there is no fee")
    func leftOut() async throws {
        let wrong = ScriptedServer.regtest(genesis: String(repeating: "0", count: 64))
        let silent = ScriptedServer.regtest(fault: .silent(from: 0))
        #expect(try await Self.fee(Self.server("0.0002"), wrong, silent, Self.server("-1")) == 20_000)
        #expect(try await Self.fee(Self.server("-1"), Self.server("-1")) == nil)
    }

    @Test("the one in the middle, and the lower of two")
    func median() {
        func median(_ units: Int64...) -> Int64? {
            FeeComparison.median(units.compactMap { Amount(units: $0) })?.units
        }
        #expect(median() == nil && median(7) == 7 && median(9, 1) == 1 && median(9, 1, 5) == 5)
        #expect(median(9, 1, 5, 6) == 5)
    }
}
