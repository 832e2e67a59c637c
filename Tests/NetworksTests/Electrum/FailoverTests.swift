import ExactJSON
import SchemeRouter
import Testing

@testable import RouterNetworks

@Suite("Electrum: several servers, and those that go away")
struct FailoverTests {
    private static let scripts = RecordedWallet.receive

    @Test("The first that is there is asked, as long as it answers")
    func first() async throws {
        let (good, spare) = (ScriptedServer.regtest(), ScriptedServer.regtest())
        let chain = try electrum(nil, good, spare)
        for _ in 0..<3 { _ = try await chain.usedScripts(among: Self.scripts) }
        #expect(good.connections == 1 && spare.connections == 0)
    }

    @Test(
        "A server that goes silent or away in the middle is left for the next",
        arguments: [
            ScriptedServer.Fault.silent(from: 0), .silent(from: 1), .silent(from: 2), .drops(at: 0), .drops(at: 1),
            .drops(at: 2), .refusesToSend(at: 1), .refusesToSend(at: 2), .says([Array("?".utf8)], at: 2),
        ])
    func leaves(_ fault: ScriptedServer.Fault) async throws {
        let (bad, good) = (ScriptedServer.regtest(fault: fault), ScriptedServer.regtest())
        let chain = try electrum(bad, good)
        for _ in 0..<3 { #expect(try await chain.usedScripts(among: Self.scripts).isEmpty) }
        // Once more where only its first batch may have been the reason.
        #expect(good.connections == 1)
        #expect(bad.connections == ([.silent(from: 1), .drops(at: 1)].contains(fault) ? 2 : 1))
        // Its silence was waited for as long as a link may take, and no longer.
        #expect(bad.deadlines.allSatisfy { $0 < .now + .seconds(10) })
    }

    @Test(
        "Where no server is left the person hears of each, and nothing is shown as an empty account",
        arguments: [ScriptedServer.Fault.silent(from: 2), .drops(at: 2)])
    func noneLeft(_ fault: ScriptedServer.Fault) async throws {
        let servers = [ScriptedServer.regtest(fault: fault), ScriptedServer.regtest(fault: fault)]
        let chain = try electrum(servers[0], servers[1], nil)
        let thrown = try #require(await failure { _ = try await chain.unspentOutputs(payingTo: Self.scripts) })
        #expect(thrown.code == .networkUnreachable)
        for name in ["a:50001", "b:50001", "c:50001"] { #expect(thrown.message.contains(name)) }
        #expect(await failure { _ = try await chain.history(of: Self.scripts) }?.code == .networkUnreachable)
        #expect(await failure { _ = try await chain.usedScripts(among: Self.scripts) }?.code == .networkUnreachable)
        #expect(await failure { _ = try await chain.feePerKB() }?.code == .networkUnreachable)
    }

    @Test("A connection that broke while nobody used it is made anew with the same server")
    func standing() async throws {
        let (server, spare) = (ScriptedServer.regtest(fault: .drops(at: 3)), ScriptedServer.regtest())
        let chain = try electrum(server, spare)
        _ = try await chain.usedScripts(among: Self.scripts)
        server.fault = .none
        _ = try await chain.usedScripts(among: Self.scripts)
        #expect(server.connections == 2 && spare.connections == 0)
    }

    @Test("A server that takes for ever to connect does not keep the next one waiting")
    func hangs() async throws {
        let (stuck, good) = (ScriptedServer.regtest(fault: .hangs), ScriptedServer.regtest())
        let chain = try electrum(stuck, good)
        #expect(try await chain.usedScripts(among: Self.scripts).isEmpty)
        #expect(good.connections == 1)
    }

    @Test("A cancelled question ends at once, also while others wait for their turn")
    func cancelled() async throws {
        let chain = try electrum(ScriptedServer.regtest(fault: .hangs))
        let questions = (0..<8).map { _ in
            Task { await failure { _ = try await chain.usedScripts(among: Self.scripts) } }
        }
        questions.forEach { $0.cancel() }
        for question in questions { #expect(await question.value?.code == .networkUnreachable) }
    }

    @Test("Questions that come together are answered one after the other over one connection")
    func together() async throws {
        let server = ScriptedServer.regtest { method, parameters in
            method == "blockchain.scripthash.get_history" && parameters.first?.string?.hasPrefix("6") == true
                ? .success(
                    .array([
                        .object([
                            ("tx_hash", .string(String(repeating: "a", count: 64))), ("height", .number(1)),
                        ])
                    ])) : nil
        }
        let chain = try electrum(server)
        let used = await withTaskGroup(of: Set<[UInt8]>?.self) { group in
            for script in Self.scripts { group.addTask { try? await chain.usedScripts(among: [script]) } }
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(used.count == Self.scripts.count && !used.contains(nil) && server.connections == 1)
        #expect(used.compactMap(\.self).joined().map(\.self) == [Self.scripts[0]])
    }

    @Test("Hundreds of addresses go out in batches, several at a time")
    func batches() async throws {
        let server = ScriptedServer.regtest()
        let scripts = (0..<1_050).map { [UInt8]("\($0)".utf8) }
        #expect(try await electrum(server).usedScripts(among: scripts).isEmpty)
        #expect(server.parameters(of: "blockchain.scripthash.get_history").count == 1_050)
    }

    @Test("ElectrumX holds back answers below a kilobyte: whatever is asked has a larger one")
    func padding() async throws {
        let recorded = Recordings.named("ex2/scripthash-queries")
        let server = ScriptedServer.recorded([recorded], fault: .holdsBack)
        let chain = try electrum(server)
        let missing = try #require(TransactionID(hex: String(repeating: "0", count: 64)))
        #expect(try await chain.usedScripts(among: [Self.scripts[0]]).count == 1)
        #expect(try await chain.usedScripts(among: (0..<31).map { [UInt8("\($0)") ?? 0] }).isEmpty)
        #expect(try await chain.feePerKB() == nil)
        #expect(try await chain.state(of: missing) == .unknown)
        #expect(server.connections == 1)
    }

    @Test("That a server does not know a transaction proves nothing while there are others")
    func unknown() async throws {
        let id = String(repeating: "ab", count: 32)
        let knowing = ScriptedServer.regtest { method, _ in
            method == "blockchain.transaction.get" ? .success(.object([("txid", .string(id))])) : nil
        }
        let transaction = try #require(TransactionID(hex: id))
        let ignorant = ScriptedServer.regtest()
        #expect(try await electrum(ignorant, knowing).state(of: transaction) == .waiting(isLocked: false))
        #expect(try await electrum(ignorant, nil).state(of: transaction) == .unknown)
        #expect(try await electrum(ignorant, .regtest()).state(of: transaction) == .unknown)
    }

    @Test("A server that waits for its node, or was asked too much, is left")
    func busy() async throws {
        for error in [
            ElectrumError(code: -102, message: "server busy - request timed out"),
            ElectrumError(code: -101, message: "excessive resource usage"),
        ] {
            let busy = ScriptedServer.regtest { method, _ in
                method.hasPrefix("blockchain.scripthash") ? .failure(error) : nil
            }
            #expect(try await electrum(busy, .regtest()).usedScripts(among: Self.scripts).isEmpty)
            let alone = try electrum(busy)
            let thrown = await failure { _ = try await alone.usedScripts(among: Self.scripts) }
            #expect(thrown?.code == .networkUnreachable || thrown?.code == .networkRefused)
        }
    }

    @Test("A coin that does not name its first block has no servers")
    func noGenesis() {
        #expect(throws: ServiceError(.unsupportedNetwork, "")) {
            try ElectrumChain(
                of: .dash, network: .main, servers: [LineServer(host: "a", port: 1, certificate: nil)],
                lines: ScriptedNetwork(servers: [:]))
        }
    }

    @Test("The examination says of each server how it is")
    func examination() async throws {
        let foreign = ScriptedServer.regtest(genesis: String(repeating: "1", count: 64))
        let conditions = try await electrum(ScriptedServer.regtest(height: 77), foreign, nil).examine()
        #expect(conditions.map(\.server.host) == ["a", "b", "c"])
        #expect(conditions[0].greeting == "Scripted 1.0, block 77" && conditions[0].failure == nil)
        #expect(conditions[1].failure?.contains("another network") == true && conditions[1].hint != nil)
        #expect(conditions[2].failure?.contains("cannot be reached") == true && conditions[2].greeting == nil)
    }
}
