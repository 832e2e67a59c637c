import ExactJSON
import RouterBitcoinFormat
import RouterTestSupport
import SchemeRouter
import Testing

@testable import RouterNetworks

@Suite("Electrum: servers that lie")
struct LyingServerTests {
    private static let script = RecordedWallet.receive[0]
    private static let id = String(repeating: "ab", count: 32)

    private static func json(_ text: String) throws -> JSON {
        try JSON(reading: Array(text.utf8), limits: ElectrumMessage.limits)
    }

    /// Answers one method as given, and knows nothing else.
    private static func server(_ method: String, _ answer: JSON) -> ScriptedServer {
        .regtest { called, _ in called == method ? .success(answer) : nil }
    }

    @Test(
        "S13: a server of another network, or that does not say of which, is not asked anything",
        arguments: [
            String(repeating: "0", count: 64), "00000ffd590b1485b3caadc19b22e6379c733355108f107a430458cdf3407ab6", "",
        ])
    func wrongNetwork(_ genesis: String) async throws {
        let server = ScriptedServer.regtest(genesis: genesis)
        let chain = try electrum(server)
        let thrown = await failure { _ = try await chain.usedScripts(among: [Self.script]) }
        #expect(thrown?.code == .refusedByCheck && thrown?.message.contains("another network") == true)
        #expect(server.methods == ["server.version", "server.features", "blockchain.headers.subscribe"])
        // One of the right network is used instead.
        let good = ScriptedServer.regtest()
        #expect(try await electrum(server, good).usedScripts(among: [Self.script]).isEmpty)
    }

    /// As texts, the system's own library compares these for hours.
    private static let marks = String(repeating: "\u{301}\u{316}", count: 500_000)

    @Test("S13: texts that would take hours to compare are answered at once, in the greeting and in refusals")
    func combiningMarks() async throws {
        for server in [ScriptedServer.regtest(genesis: "5" + Self.marks), .regtest(version: "1" + Self.marks)] {
            let chain = try electrum(server)
            #expect(await failure { _ = try await chain.feePerKB() } != nil)
        }
        for message in ["t" + Self.marks, "x\n\nm" + Self.marks] {
            let error = ElectrumError(.object([("code", .number(1)), ("message", .string(message))]))
            // A character that the cut divides becomes one of three bytes.
            #expect(error.message.utf8.count <= 4_002 && !error.saysUnknownTransaction)
            guard case .refused = BroadcastRefusal(error) else {
                Issue.record("not refused")
                continue
            }
        }
    }

    @Test("Only versions 1.4, 1.6 and 1.7 are spoken", arguments: ["1.8.0", "1.5", "1.2", "", "1.40", "1.60"])
    func version(_ version: String) async throws {
        let server = ScriptedServer.regtest(version: version)
        let chain = try electrum(server)
        #expect(await failure { _ = try await chain.feePerKB() }?.code == .networkRefused)
        #expect(server.parameters(of: "server.version").first?.last == .array([.string("1.4"), .string("1.4.2")]))
        #expect(!server.methods.contains("blockchain.estimatefee"))
    }

    @Test(
        "Recorded refusals of the version are failures of the server",
        arguments: Recordings.all.filter { $0.id.contains("/version-") && !$0.id.hasSuffix("twice") })
    func refusedVersion(_ recorded: Recordings.Conversation) async throws {
        for exchange in recorded.answers where exchange.method == "server.version" {
            let chain = try electrum(
                ScriptedServer.regtest { method, _ in
                    method == "server.version" ? exchange.reply : nil
                })
            let version = exchange.result?.elements?.last?.string
            let thrown = await failure { _ = try await chain.feePerKB() }
            #expect(
                thrown?.code
                    == (["1.4", "1.6", "1.7"].contains { version?.hasPrefix($0) == true } ? nil : .networkRefused))
        }
    }

    @Test("S12: other bytes than those of the transaction are refused, and the next server is asked")
    func otherBytes() async throws {
        let recorded = Recordings.named("ex2/transaction-get")
        let asked = try #require(recorded.answers.first { $0.method == "blockchain.transaction.get" })
        let id = try #require(asked.parameters.elements?.first?.transactionID)
        let right = try #require(asked.result?.hexBytes)
        // A hundred times the amount, so that the wallet would give the rest away as a fee.
        for position in right.indices {
            var wrong = right
            wrong[position] ^= 1
            let server = Self.server("blockchain.transaction.get", .string(wrong.hex))
            let chain = try electrum(server)
            #expect(await failure { _ = try await chain.transactions([id]) }?.code == .refusedByCheck)
        }
        for answer in [JSON.null, .string(""), .string("zz"), .number(1), .object([]), .string(right.hex + "00")] {
            let liar = Self.server("blockchain.transaction.get", answer)
            let good = Self.server("blockchain.transaction.get", .string(right.hex))
            #expect(try await electrum(liar, good).transactions([id]) == [id: right])
            #expect(liar.connections == 1)
        }
    }

    @Test(
        "Invalid lists",
        arguments: [
            "null", "{}", "[1]", "[{}]", "\"\"", "[{\"tx_hash\":\"00\",\"tx_pos\":0,\"height\":1,\"value\":1}]",
            entry("\"tx_pos\":-1,\"height\":1,\"value\":1"), entry("\"tx_pos\":4294967296,\"height\":1,\"value\":1"),
            entry("\"tx_pos\":0,\"height\":9223372036854775807,\"value\":1"),
            entry("\"tx_pos\":0,\"height\":1,\"value\":-1"), entry("\"tx_pos\":0,\"height\":1,\"value\":1.5"),
            entry("\"tx_pos\":0,\"height\":1,\"value\":2100000000000001"),
            entry("\"tx_pos\":0,\"height\":1,\"value\":\"1\""), entry("\"tx_pos\":0,\"height\":1"),
            entry("\"tx_pos\":0,\"value\":1"), entry("\"height\":1,\"value\":1"),
        ])
    func badLists(_ text: String) async throws {
        let json = try Self.json(text)
        let list = Self.server("blockchain.scripthash.listunspent", json)
        let history = Self.server("blockchain.scripthash.get_history", json)
        guard let entries = json.elements else {
            let chain = try electrum(list)
            #expect(
                await failure { _ = try await chain.unspentOutputs(payingTo: [Self.script]) }?.code == .networkRefused)
            let other = try electrum(history)
            #expect(await failure { _ = try await other.history(of: [Self.script]) }?.code == .networkRefused)
            #expect(await failure { _ = try await other.usedScripts(among: [Self.script]) }?.code == .networkRefused)
            return
        }
        #expect(entries.count == 1)
        // An entry beside it stays.
        let good = try Self.json("{\"tx_hash\":\"\(Self.otherID)\",\"tx_pos\":3,\"height\":0,\"value\":7}")
        let both = Self.server("blockchain.scripthash.listunspent", .array(entries + [good]))
        let chain = try electrum(both)
        #expect(try await chain.unspentOutputs(payingTo: [Self.script]).map(\.amount.units) == [7])
        let warning = try #require(await chain.warning())
        #expect(warning.contains("The server a:50001 lists an entry that cannot be read"), "\(warning)")
        // Another server that lists everything is believed instead, and then there is nothing to say.
        let whole = try electrum(both, Self.server("blockchain.scripthash.listunspent", .array([good])))
        #expect(try await whole.unspentOutputs(payingTo: [Self.script]).count == 1)
        #expect(await whole.warning() == nil)
        // A history has neither places nor amounts.
        guard !text.contains(Self.id) || text.contains("9223372036854775807") || !text.contains("height") else {
            return
        }
        let told = try electrum(history)
        #expect(try await told.history(of: [Self.script]).isEmpty)
        #expect(try await told.usedScripts(among: [Self.script]) == [Self.script])
        #expect(await told.warning() != nil)
    }

    private static let otherID = String(repeating: "cd", count: 32)

    private static func entry(_ rest: String) -> String { "[{\"tx_hash\":\"\(id)\",\(rest)}]" }

    @Test("An output that is listed twice is left out and named, and hides no other")
    func twice() async throws {
        let one = try Self.json("{\"tx_hash\":\"\(Self.id)\",\"tx_pos\":0,\"height\":0,\"value\":5}")
        let two = try Self.json("{\"tx_hash\":\"\(Self.otherID)\",\"tx_pos\":0,\"height\":0,\"value\":6}")
        let method = "blockchain.scripthash.listunspent"
        for (list, scripts, units) in [
            ([one, one, two], [Self.script], [6]), ([one, two], [Self.script], [5, 6]),
            ([one], [Self.script, [0x51]], []),
        ] as [([JSON], [[UInt8]], [Int64])] {
            let chain = try electrum(Self.server(method, .array(list)))
            #expect(try await chain.unspentOutputs(payingTo: scripts).map(\.amount.units) == units)
            let warning = await chain.warning()
            #expect((warning?.contains(Self.id) ?? false) == (units.first != 5))
        }
    }

    @Test("Blocks that are not there yet confirm nothing twice, and heights of nonsense overflow nothing")
    func heights() async throws {
        for (height, tip, expected) in [
            (7, 7, 1), (7, 106, 100), (8, 7, 1), (0, 7, 0), (-1, 7, 0), (1 << 31 - 1, 0, 1),
        ] {
            let entry = try Self.json("[{\"tx_hash\":\"\(Self.id)\",\"height\":\(height)}]")
            let server = ScriptedServer.regtest(height: tip) { method, _ in
                method == "blockchain.scripthash.get_history" ? .success(entry) : nil
            }
            let found = try await electrum(server).history(of: [Self.script])
            #expect(found.map(\.confirmations) == [expected], "height \(height)")
        }
    }

    @Test(
        "Invalid lines: the server is dropped, and the lines are ignored",
        arguments: [
            "", "null", "1", "[]", "{}", "hello", "{\"id\":1", "[[]]", "[1]", "{\"jsonrpc\":\"2.0\",\"id\":null}",
            "{\"jsonrpc\":\"2.0\",\"error\":{\"code\":-32600,\"message\":\"bad\"},\"id\":null}", "\u{FEFF}{}",
            "HTTP/1.1 400 Bad Request", "{\"id\":3,\"id\":3,\"result\":[]}",
        ])
    func badLines(_ line: String) async throws {
        let liar = ScriptedServer.regtest(fault: .says([Array(line.utf8)], at: 2))
        let alone = try electrum(liar)
        let thrown = await failure { _ = try await alone.usedScripts(among: [Self.script]) }
        #expect(thrown?.code == .networkRefused || thrown?.code == .networkUnreachable)
        #expect(try await electrum(liar, ScriptedServer.regtest()).usedScripts(among: [Self.script]).isEmpty)
    }

    @Test("Deep, invalid and huge lines")
    func hugeLines() async throws {
        for line in [
            [UInt8](repeating: UInt8(ascii: "["), count: 100_000), [0xFF, 0xFE, 0x00],
            Array("{\"id\":3,\"result\":\"".utf8) + [UInt8](repeating: UInt8(ascii: "a"), count: 17 << 20)
                + Array("\"}".utf8),
        ] {
            let chain = try electrum(ScriptedServer.regtest(fault: .says([line], at: 2)))
            #expect(await failure { _ = try await chain.usedScripts(among: [Self.script]) }?.code == .networkRefused)
        }
    }

    @Test("Answers to other questions, twice the same answer, and news in between are not taken for the answer")
    func otherAnswers() async throws {
        // The greeting took the ids 0 to 2.
        let lines = [
            "{\"id\":2,\"result\":[{\"tx_hash\":\"\(Self.id)\",\"height\":1}]}",
            "{\"id\":-1,\"result\":null}", "{\"id\":99999,\"result\":null}",
            "{\"id\":-9223372036854775808,\"result\":1}",
            "{\"method\":\"blockchain.headers.subscribe\",\"params\":[{\"height\":200}]}",
            "{\"method\":\"blockchain.relayfee\"}", "{\"method\":\"blockchain.headers.subscribe\",\"params\":[]}",
            "[{\"id\":3,\"result\":[{\"tx_hash\":\"\(Self.id)\",\"height\":101}]},{\"id\":3,\"result\":[]}]",
        ].map { Array($0.utf8) }
        let chain = try electrum(ScriptedServer.regtest(fault: .says(lines, at: 2)))
        #expect(try await chain.usedScripts(among: [Self.script]) == [Self.script])
        // The news counted.
        let server = ScriptedServer.regtest(fault: .says(lines.dropLast(), at: 2))
        let thrown = await failure { _ = try await electrum(server).usedScripts(among: [Self.script]) }
        #expect(thrown?.code == .networkUnreachable)
    }

    @Test("A server that never stops talking runs out of time all the same")
    func talking() async throws {
        let news = Array("{\"method\":\"blockchain.headers.subscribe\",\"params\":[{\"height\":1}]}".utf8)
        let server = ScriptedServer.regtest(
            fault: .says(Array(repeating: news, count: 1_000), at: 2))
        let chain = try electrum(server)
        #expect(await failure { _ = try await chain.feePerKB() }?.code == .networkUnreachable)
        // News do not move the time until which the answer is waited for.
        #expect(Set(server.deadlines.dropFirst(2)).count == 1)
        #expect(server.deadlines.allSatisfy { $0 < .now + .seconds(60) })
    }

    @Test("Answers that were changed at random are refused or mean something, and never crash", arguments: 0..<40)
    func mutations(_ seed: UInt64) async throws {
        var random = SeededGenerator(seed: seed)
        let lines = Recordings.all.flatMap(\.serverLines).filter { $0.count < 4_000 }
        for _ in 0..<20 {
            guard var line = lines.randomElement(using: &random), !line.isEmpty else { continue }
            for _ in 0..<Int.random(in: 1...4, using: &random) {
                let place = line.indices.randomElement(using: &random) ?? 0
                line[place] = UInt8.random(in: .min ... .max, using: &random)
            }
            let chain = try electrum(ScriptedServer.regtest(fault: .says([line], at: 2)))
            let thrown = await failure { _ = try await chain.usedScripts(among: [Self.script]) }
            // The one call has the id 3.
            let isAnswered = ElectrumMessage.read(line)?.contains { message in
                guard case .answer(3, let answer) = message else { return false }
                switch answer {
                case .success(let json): return json.elements != nil
                case .failure(let error): return error.isAboutLongHistory
                }
            }
            #expect((thrown == nil) == (isAnswered ?? false))
        }
    }
}
