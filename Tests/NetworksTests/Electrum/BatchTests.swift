import ExactJSON
import RouterBitcoinFormat
import RouterNetworkBackend
import SchemeRouter
import Synchronization
import Testing

@testable import RouterNetworks

@Suite("Electrum: servers with and without batches")
struct BatchTests {
    private static let scripts = RecordedWallet.receive
    /// One question about them: a call for each, and the ballast.
    private static let calls = scripts.count + 1

    /// A server with one output at each address.
    private static func server(_ fault: ScriptedServer.Fault, software: String = "Scripted 1.0") -> ScriptedServer {
        .regtest(fault: fault) { method, parameters in
            switch method {
            case "server.version": return .success(.array([.string(software), .string("1.4")]))
            case "blockchain.scripthash.listunspent":
                guard let id = parameters.first?.string else { return nil }
                return .success(
                    .array([
                        .object([
                            ("tx_hash", .string(id)), ("tx_pos", .number(0)), ("height", .number(1)),
                            ("value", .number(5)),
                        ])
                    ]))
            default: return nil
            }
        }
    }

    private static func balance(_ chain: ElectrumChain) async throws -> Int64 {
        try await chain.unspentOutputs(payingTo: scripts).reduce(0) { $0 + $1.amount.units }
    }

    @Test("A server that answers batches gets them, with one round trip more for the version")
    func good() async throws {
        let server = Self.server(.none)
        let chain = try electrum(server)
        #expect(try await Self.balance(chain) == 55)
        #expect(server.writes == [[1], [2], [Self.calls]])
        #expect(try await Self.balance(chain) == 55)
        #expect(server.writes == [[1], [2], [Self.calls], [Self.calls]] && server.connections == 1)
        #expect(server.methods.first == "server.version")
    }

    @Test(
        "Whatever a server does with a batch, it ends in a balance: the same calls go out as single lines in one piece",
        arguments: [
            ScriptedServer.Batches.ignored, .refused(-32_600), .refused(-32_700), .refused(1), .closed, .partlyClosed,
            .partlyIgnored,
            .garbled,
        ])
    func single(_ batches: ScriptedServer.Batches) async throws {
        let server = Self.server(.batches(batches))
        let chain = try electrum(server)
        #expect(try await Self.balance(chain) == 55)
        #expect(
            server.writes == [[1], [2], [1], [1, 1], [Int](repeating: 1, count: Self.calls)] && server.connections == 2)
        // It is not asked again, and nobody waits again.
        #expect(try await Self.balance(chain) == 55)
        #expect(server.connections == 2 && server.writes.last == [Int](repeating: 1, count: Self.calls))
    }

    @Test("A server that takes small batches only gets single lines from the first that is too large on")
    func limited() async throws {
        let server = Self.server(.batches(.limited(2)))
        #expect(try await Self.balance(try electrum(server)) == 55)
        #expect(server.connections == 2 && server.writes.last == [Int](repeating: 1, count: Self.calls))
    }

    @Test(
        "Answers in any order, in several lists and among notifications, and versions that are checked for each call",
        arguments: [ScriptedServer.Batches.scattered, .versionChecked])
    func scattered(_ batches: ScriptedServer.Batches) async throws {
        let server = Self.server(.batches(batches))
        #expect(try await Self.balance(try electrum(server)) == 55)
        #expect(server.writes == [[1], [2], [Self.calls]])
    }

    @Test("A server that takes its time for the version is waited for, and its batches too")
    func late() async throws {
        let server = Self.server(.late(.seconds(8)))
        #expect(try await Self.balance(try electrum(server)) == 55)
        #expect(server.writes == [[1], [2], [Self.calls]])
    }

    @Test("That a server answers no batches is kept, until it is another program")
    func memory() async throws {
        let notes = HabitNotes()
        let server = Self.server(.batches(.closed))
        #expect(try await Self.balance(try electrum(server, habits: notes)) == 55)
        #expect(notes.all == ["a:50001": "Scripted 1.0"])
        // The next program knows.
        #expect(try await Self.balance(try electrum(server, habits: notes)) == 55)
        #expect(server.connections == 3 && server.writes.suffix(3).dropLast() == [[1], [1, 1]])
        let newer = Self.server(.none, software: "Scripted 1.1")
        #expect(try await Self.balance(try electrum(newer, habits: notes)) == 55)
        #expect(newer.writes == [[1], [2], [Self.calls]] && notes.all == ["a:50001": "Scripted 1.0"])
    }

    @Test("If single lines fail as well, the message is about the server, and nothing is kept")
    func broken() async throws {
        for (fault, words) in [
            (ScriptedServer.Fault.silent(from: 1), "did not answer in time"), (.drops(at: 1), "closed the connection"),
        ] {
            let notes = HabitNotes()
            let chain = try electrum(Self.server(fault), habits: notes)
            let thrown = await failure { _ = try await Self.balance(chain) }
            #expect(thrown?.message == "No Electrum server of Dash is usable: a:50001 \(words).")
            #expect(notes.all.isEmpty)
        }
    }

    @Test("The examination says which server answers no batches")
    func examination() async throws {
        let conditions = try await electrum(Self.server(.none), Self.server(.batches(.ignored))).examine()
        #expect(conditions.map(\.answersBatches) == [true, false])
        #expect(conditions.map(\.greeting) == ["Scripted 1.0, block 120", "Scripted 1.0, block 120"])
    }
}

@Suite("Electrum: versions of the protocol")
struct VersionTests {
    /// A server that speaks these versions only, and in 1.6 and 1.7 what changed there.
    private static func server(_ spoken: String...) -> ScriptedServer {
        .regtest { method, parameters in
            switch method {
            case "server.version":
                let asked = parameters.last?.elements?.first?.string ?? ""
                return spoken.contains(asked)
                    ? .success(.array([.string("New 2.0"), .string(asked)]))
                    : .failure(ElectrumError(code: 1, message: "unsupported protocol version: \(asked)"))
            case "blockchain.block.headers":
                return .success(.object([("count", .number(0)), ("headers", .array([]))]))
            case "blockchain.estimatefee": return .success(.number(JSONNumber("0.000005") ?? JSONNumber(0)))
            case "mempool.get_info":
                return .success(.object([("minrelaytxfee", .number(JSONNumber("1e-05") ?? JSONNumber(0)))]))
            default: return nil
            }
        }
    }

    @Test("Version 1.6 is asked for only where a server speaks no 1.4")
    func newer() async throws {
        let server = Self.server("1.6")
        let chain = try electrum(server)
        #expect(try await chain.usedScripts(among: RecordedWallet.receive).isEmpty)
        #expect(try await chain.feePerKB() == Amount(units: 1_000))
        #expect(
            server.parameters(of: "server.version").compactMap(\.last) == [
                .array([.string("1.4"), .string("1.4.2")]), .array([.string("1.6"), .string("1.6.0")]),
            ])
        #expect(server.connections == 2 && !server.methods.contains("blockchain.relayfee"))
        let both = Self.server("1.4", "1.6")
        #expect(try await electrum(both).feePerKB() == Amount(units: 500))
        #expect(both.connections == 1 && !both.methods.contains("mempool.get_info"))
    }

    @Test("A server that speaks only 1.7 is asked about scripts, and wraps its lists")
    func newest() async throws {
        let script = RecordedWallet.receive[0]
        let entry = JSON.object([
            ("tx_hash", .string(String(repeating: "a", count: 64))), ("tx_pos", .number(0)), ("height", .number(1)),
            ("value", .number(7)),
        ])
        let older = Self.server("1.7")
        let server = ScriptedServer.regtest { method, parameters in
            let isPaid = parameters == [.string(script.hex)]
            switch method {
            case "blockchain.scriptpubkey.get_history":
                return .success(.object([("history", .array(isPaid ? [entry] : []))]))
            case "blockchain.scriptpubkey.listunspent":
                return .success(.object([("utxos", .array(isPaid ? [entry] : []))]))
            default: return older.script(method, parameters)
            }
        }
        let chain = try electrum(server)
        #expect(try await chain.usedScripts(among: RecordedWallet.receive) == [script])
        #expect(try await chain.history(of: [script]).map(\.confirmations) == [120])
        #expect(server.parameters(of: "server.version").count == 3)
        #expect(!server.methods.contains { $0.hasPrefix("blockchain.scripthash") })
    }

    @Test("A server that speaks none of them is named with the reason")
    func neither() async throws {
        let refusing = await failure { [chain = try electrum(Self.server("1.8"))] in _ = try await chain.feePerKB() }
        #expect(
            refusing?.message
                == "No Electrum server of Dash is usable: a:50001 refuses versions 1.4, 1.6 and 1.7 of the Electrum "
                + "protocol: “unsupported protocol version: 1.7”.")
        #expect(refusing?.hint == "Use another server: this program speaks versions 1.4, 1.6 and 1.7.")
        let insisting = await failure {
            [chain = try electrum(ScriptedServer.regtest(version: "1.8.0"))] in _ = try await chain.feePerKB()
        }
        #expect(
            insisting?.message
                == "No Electrum server of Dash is usable: a:50001 speaks only version “1.8.0” of the Electrum protocol."
        )
    }
}

@Suite("Electrum: addresses with more transactions than a server lists")
struct LongHistoryTests {
    private static let (busy, other) = (RecordedWallet.receive[0], RecordedWallet.receive[1])
    private static let busyAddress = "yRd4FhXfVGHXpsuZXPNkMrfD9GVj46pnjt"
    private static let hint = "Use a server without this limit, ideally your own."

    /// A server that refuses to list the first of these addresses.
    private static func server(_ error: ElectrumError, refusing count: Int = 1) -> ScriptedServer {
        let refused = RecordedWallet.receive.prefix(count).map { ElectrumCall.history(of: $0).parameters }
        return .regtest { method, parameters in
            guard method.hasPrefix("blockchain.scripthash") else { return nil }
            if refused.contains(parameters) { return .failure(error) }
            let entry = JSON.object([
                ("tx_hash", .string(String(repeating: "a", count: 64))), ("tx_pos", .number(0)),
                ("height", .number(1)), ("value", .number(7)),
            ])
            return .success(.array([entry]))
        }
    }

    private static let errors = [
        ElectrumError(code: 1, message: "history too large"),
        ElectrumError(code: 10_001, message: "unlucky"),
        ElectrumError(code: -32_600, message: "response too large (over 350,000 bytes"),
        ElectrumError(code: 0, message: "Too many history entries"),
    ]

    @Test("The others are read, and the person hears which address is left out", arguments: errors)
    func others(_ error: ElectrumError) async throws {
        let server = Self.server(error)
        let chain = try electrum(server)
        let outputs = try await chain.unspentOutputs(payingTo: [Self.busy, Self.other])
        #expect(outputs.map(\.script) == [Self.other] && outputs.map(\.amount.units) == [7])
        #expect(try await chain.history(of: [Self.busy, Self.other]).count == 1)
        // An address with so many transactions is used.
        #expect(try await chain.usedScripts(among: [Self.busy, Self.other]) == [Self.busy, Self.other])
        #expect(
            await chain.warning()
                == "The server a:50001 does not list the transactions of \(Self.busyAddress), because there are too many. "
                + "They are not shown, and money there is not counted and not spent.")
    }

    @Test("If another server lists it, nothing is missing")
    func whole() async throws {
        let chain = try electrum(Self.server(Self.errors[0]), Self.server(Self.errors[0], refusing: 0))
        #expect(try await chain.history(of: [Self.busy, Self.other]).count == 1)
        #expect(await chain.warning() == nil)
    }

    @Test("If there is no other address, the message names it")
    func alone() async throws {
        let chain = try electrum(Self.server(Self.errors[0]))
        let thrown = await failure { _ = try await chain.unspentOutputs(payingTo: [Self.busy]) }
        #expect(
            thrown?.message
                == "No Electrum server of Dash is usable: a:50001 does not list the transactions of \(Self.busyAddress), "
                + "because there are too many.")
        #expect(thrown?.hint == Self.hint)
    }

    @Test("The state of a payment to such an address is told by its other addresses")
    func payment() async throws {
        let outpoint = Outpoint(transaction: TransactionID(digest: Digest.sha256([1])), index: 0)
        let payment = ModelChain.transaction([outpoint], to: [Self.busy, Self.other])
        let model = ModelChain(transactions: [(payment, 11)], hasDetails: false).server(height: 20)
        let (history, listed) = (ElectrumCall.history(of: Self.busy), ElectrumCall.unspent(with: Self.busy))
        func server(refusing calls: [ElectrumCall]) -> ScriptedServer {
            ScriptedServer { method, parameters in
                calls.contains { $0.method == method && $0.parameters == parameters }
                    ? .failure(Self.errors[0]) : model.script(method, parameters)
            }
        }
        let chain = try electrum(server(refusing: [history]))
        #expect(try await chain.state(of: payment.id) == .confirmed(10, isLocked: false))
        // Whether an output there is spent is known as long as it is listed as unspent.
        let output = Outpoint(transaction: payment.id, index: 0)
        #expect(try await chain.states(of: [output]) == [output: .unspent])
        #expect(try await electrum(server(refusing: [history, listed])).states(of: [output]).isEmpty)
        let only = ModelChain.transaction([outpoint], to: [Self.busy])
        let lonely = ModelChain(transactions: [(only, 11)], hasDetails: false).server(height: 20)
        let refusing = ScriptedServer { method, parameters in
            method == history.method ? .failure(Self.errors[0]) : lonely.script(method, parameters)
        }
        let thrown = await failure { [chain = try electrum(refusing)] in _ = try await chain.state(of: only.id) }
        #expect(thrown?.message.contains("does not list the transactions of \(Self.busyAddress)") == true)
    }

    @Test("Another refusal is still one of the server")
    func refused() async throws {
        let chain = try electrum(Self.server(ElectrumError(code: 1, message: "no history here")))
        let thrown = await failure { _ = try await chain.unspentOutputs(payingTo: [Self.busy, Self.other]) }
        #expect(thrown?.code == .networkRefused)
    }
}

/// A memory of habits inside the test.
private final class HabitNotes: ServerHabitMemory {
    private let notes = Mutex<[String: String]>([:])

    /// The software of each server without batches.
    var all: [String: String] { notes.withLock { $0 } }

    func softwareWithoutBatches(of server: LineServer) -> String? { notes.withLock { $0["\(server)"] } }

    func rememberNoBatches(of server: LineServer, software: String) {
        notes.withLock { $0["\(server)"] = software }
    }
}
