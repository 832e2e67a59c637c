import ExactJSON
import RouterBitcoinFormat
import RouterTestSupport
import SchemeRouter
import Testing

@testable import RouterNetworks

@Suite("Electrum: what real servers answered")
struct RecordedReadTests {
    private static let wallet = RecordedWallet.receive

    @Test("Histories, unspent outputs and confirmations", arguments: Recordings.all(named: "scripthash-queries"))
    func scripts(_ recorded: Recordings.Conversation) async throws {
        let server = ScriptedServer.recorded([recorded], height: 117)
        let chain = try electrum(server)
        let scripts = [0, 1, 5, 10].map { Self.wallet[$0] }
        #expect(try await chain.usedScripts(among: scripts + scripts) == Set(scripts.prefix(3)))
        // Each script is asked about once.
        #expect(server.parameters(of: "blockchain.scripthash.get_history").count == 4)

        let history = try await chain.history(of: scripts)
        let waiting = history.filter { $0.confirmations == 0 }
        #expect(history.count == 5 && waiting.map(\.id.hex) == recordedWaiting(recorded))
        #expect(history.filter { $0.confirmations == 7 }.count == 4)
    }

    private func recordedWaiting(_ recorded: Recordings.Conversation) -> [String] {
        let entries = recorded.answers.filter { $0.method == "blockchain.scripthash.get_mempool" }
            .compactMap { $0.result?.elements }.joined()
        return entries.compactMap { $0["tx_hash"]?.string }
    }

    @Test("What is unspent is what the server lists", arguments: Recordings.all(named: "scripthash-queries"))
    func unspent(_ recorded: Recordings.Conversation) async throws {
        // Mature, so that nobody has to look whether it is a block's own.
        let chain = try electrum(ScriptedServer.recorded([recorded], height: 1_000))
        for index in [0, 5, 10] {
            let script = Self.wallet[index]
            let outputs = try await chain.unspentOutputs(payingTo: [script])
            let listed = recorded.answers.first { entry in
                entry.method == "blockchain.scripthash.listunspent"
                    && entry.parameters == .array(ElectrumCall.unspent(with: script).parameters)
            }
            let elements = try #require(listed?.result?.elements)
            #expect(outputs.map(\.outpoint.transaction.hex) == elements.compactMap { $0["tx_hash"]?.string })
            #expect(outputs.map(\.amount.units) == elements.compactMap { $0["value"]?.wholeNumber() })
            #expect(outputs.allSatisfy { $0.script == script && $0.confirmations == 1_000 - 111 + 1 })
        }
    }

    @Test(
        "Waiting outputs and outputs of waiting ones",
        arguments: [
            ("ex2/unconfirmed-chain", wallet[7], RecordedWallet.twentieth, [1, 1]),
            // The old server had not seen the block yet.
            ("fork116/unconfirmed-chain", wallet[8], RecordedWallet.twentyFirst, [0, 0]),
        ])
    func unconfirmed(_ recorded: String, _ paid: [UInt8], _ next: [UInt8], _ later: [Int]) async throws {
        let chain = try electrum(ScriptedServer.recorded([Recordings.named(recorded)], height: 118))
        #expect(try await chain.unspentOutputs(payingTo: [paid]).isEmpty)
        let outputs = try await chain.unspentOutputs(payingTo: [next])
        #expect(outputs.map(\.confirmations) == [0] && outputs.map(\.amount.units) == [4_999_700])
        // First height 0 and -1, then mined.
        #expect(try await chain.history(of: [paid]).map(\.confirmations) == [0, 0])
        #expect(try await chain.history(of: [paid]).map(\.confirmations) == later)
    }

    @Test("A history that is too large means that the address is used, and is not taken for an empty one")
    func tooLarge() async throws {
        let recorded = Recordings.named("ex2-lowlimits/history-too-large")
        let script: [UInt8] = [0x51]
        let error = try #require(
            recorded.answers.first { $0.method == "blockchain.scripthash.get_history" }?.failure)
        let tooLarge = try #require(
            recorded.answers.first { $0.method == "blockchain.scripthash.listunspent" }?.failure)
        let chain = try electrum(
            ScriptedServer.regtest { method, _ in
                switch method {
                case "blockchain.scripthash.get_history": .failure(error)
                case "blockchain.scripthash.listunspent": .failure(tooLarge)
                default: nil
                }
            })
        #expect(try await chain.usedScripts(among: [script]) == [script])
        let history = await failure { _ = try await chain.history(of: [script]) }
        #expect(history?.code == .networkRefused && history?.hint?.contains("without this limit") == true)
        let unspent = await failure { _ = try await chain.unspentOutputs(payingTo: [script]) }
        #expect(unspent?.code == .networkRefused && unspent?.message.contains("because there are too many") == true)
    }

    @Test("S12: whole transactions, also with DIP-2 payloads", arguments: Recordings.all(named: "transaction-get"))
    func transactions(_ recorded: Recordings.Conversation) async throws {
        let chain = try electrum(ScriptedServer.recorded([recorded]))
        let asked = try #require(recorded.answers.first { $0.method == "blockchain.transaction.get" })
        let id = try #require(asked.parameters.elements?.first?.transactionID)
        let bytes = try #require(try await chain.transactions([id])[id])
        #expect(bytes.hex == asked.result?.string)
        #expect(try Transaction(bytes: bytes).id == id)
        let unknown = try #require(TransactionID(hex: String(repeating: "0", count: 64)))
        #expect(try await chain.state(of: unknown) == .unknown)
        #expect(await failure { _ = try await chain.transactions([unknown]) }?.code == .networkRefused)
    }

    @Test(
        "States of transactions, by the node's own words",
        arguments: Recordings.all.filter { conversation in
            conversation.answers.contains(where: \.asksForDetails)
        })
    func states(_ recorded: Recordings.Conversation) async throws {
        for entry in recorded.answers where entry.asksForDetails {
            guard let details = entry.result, let id = details["txid"]?.transactionID else { continue }
            let chain = try electrum(
                ScriptedServer.regtest { method, _ in
                    method == "blockchain.transaction.get" ? entry.reply : nil
                })
            let count: Int = details["confirmations"]?.wholeNumber() ?? 0
            let expected: TransactionState =
                count > 0 ? .confirmed(count, isLocked: false) : .waiting(isLocked: false)
            #expect(try await chain.state(of: id) == expected)
        }
    }

    @Test("InstantSend and ChainLocks are told by the node behind the server")
    func locks() async throws {
        let id = String(repeating: "ab", count: 32)
        for (details, expected) in [
            ("{\"txid\":\"\(id)\",\"instantlock\":true}", TransactionState.waiting(isLocked: true)),
            ("{\"txid\":\"\(id)\",\"instantlock\":false,\"confirmations\":0}", .waiting(isLocked: false)),
            ("{\"txid\":\"\(id)\",\"instantlock\":\"true\"}", .waiting(isLocked: false)),
            ("{\"txid\":\"\(id)\",\"chainlock\":true,\"confirmations\":2}", .confirmed(2, isLocked: true)),
        ] {
            let json = try JSON(reading: Array(details.utf8), limits: ElectrumMessage.limits)
            let chain = try electrum(
                ScriptedServer.regtest { method, _ in
                    method == "blockchain.transaction.get" ? .success(json) : nil
                })
            #expect(try await chain.state(of: try #require(TransactionID(hex: id))) == expected)
        }
    }

    @Test("S16: servers of a coin whose network locks nothing cannot say that it did")
    func noLocks() async throws {
        let id = try #require(TransactionID(hex: String(repeating: "ab", count: 32)))
        for (fields, expected) in [
            ("\"instantlock\":true", TransactionState.waiting(isLocked: false)),
            ("\"chainlock\":true,\"instantlock\":true,\"confirmations\":2", .confirmed(2, isLocked: false)),
        ] {
            let json = try JSON(
                reading: Array("{\"txid\":\"\(id.hex)\",\(fields)}".utf8), limits: ElectrumMessage.limits)
            let servers = (0..<2).map { _ in
                ScriptedServer.regtest { method, _ in method == "blockchain.transaction.get" ? .success(json) : nil }
            }
            let chain = try electrum(servers[0], servers[1], coin: CoinDescriptor.shippedDash.withoutLock)
            #expect(try await chain.state(of: id) == expected)
            #expect(try await chain.agrees(on: id) { $0 == expected })
        }
    }

    @Test("S16: two servers of different computers agree, or nobody does")
    func agreement() async throws {
        let id = try #require(TransactionID(hex: String(repeating: "ab", count: 32)))
        func server(_ confirmations: Int?) throws -> ScriptedServer {
            let text = "{\"txid\":\"\(id.hex)\",\"confirmations\":\(confirmations ?? 0)}"
            let json = try JSON(reading: Array(text.utf8), limits: ElectrumMessage.limits)
            return .regtest { method, _ in
                method == "blockchain.transaction.get" && confirmations != nil ? .success(json) : nil
            }
        }
        let six = { @Sendable (state: TransactionState) in state == .confirmed(6, isLocked: false) }
        #expect(try await electrum(server(6)).agrees(on: id, six) == false)
        #expect(try await electrum(server(6), server(6)).agrees(on: id, six))
        #expect(try await electrum(server(6), server(0)).agrees(on: id, six) == false)
        #expect(try await electrum(server(6), server(nil)).agrees(on: id, six) == false)
        #expect(try await electrum(server(6), server(nil), server(6)).agrees(on: id, six))
        #expect(try await electrum(server(6), nil).agrees(on: id, six) == false)
        let server = try server(6)
        let ports = try ElectrumChain(
            of: .shippedDash, network: .regtest,
            servers: [50_001, 50_002].map { LineServer(host: "a", port: $0, certificate: nil) },
            lines: ScriptedNetwork(servers: ["a": server]))
        #expect(try await ports.agrees(on: id, six) == false)
        let names = try ElectrumChain(
            of: .shippedDash, network: .regtest,
            servers: ["a.example", "A.EXAMPLE."].map { LineServer(host: $0, port: 50_001, certificate: nil) },
            lines: ScriptedNetwork(servers: ["a.example": server, "A.EXAMPLE.": server]))
        #expect(try await names.agrees(on: id, six) == false)
    }

    @Test(
        "Each recorded line of a server is read, with its padding; only what was cut, or answers no id of ours, is none"
    )
    func lines() {
        var read = 0
        for recorded in Recordings.all where !recorded.id.hasSuffix("/odd-json") {
            for line in recorded.serverLines {
                #expect(ElectrumMessage.read(line) != nil, "\(recorded.id)")
                read += 1
            }
        }
        #expect(read > 500)
        let odd = Recordings.all(named: "odd-json").flatMap(\.serverLines).filter { ElectrumMessage.read($0) == nil }
        #expect(odd.count == 6)
    }

    @Test(
        "Fees: exponents, none, more digits than the coin has, and nonsense",
        arguments: [
            ("-1", "1e-05", nil), ("1e-05", "1e-05", 1_000), ("0.00002", "0.0001", 10_000), ("0.0001", "null", 10_000),
            ("0.000010001", "1e-05", 1_001), ("0.0000123456789", "0", 1_235), ("null", "1e-05", nil),
            ("\"0.1\"", "1e-05", nil), ("1e300", "1e-05", nil), ("0", "1e-05", 1_000),
        ] as [(String, String, Int64?)])
    func fees(_ estimate: String, _ relay: String, _ expected: Int64?) async throws {
        let answers = try [estimate, relay].map { try JSON(reading: Array($0.utf8), limits: ElectrumMessage.limits) }
        let chain = try electrum(
            ScriptedServer.regtest { method, _ in
                switch method {
                case "blockchain.estimatefee": .success(answers[0])
                case "blockchain.relayfee": .success(answers[1])
                default: nil
                }
            })
        #expect(try await chain.feePerKB()?.units == expected)
    }
}
