import ExactJSON
import RouterBitcoinFormat
import RouterTestSupport
import SchemeRouter
import Testing

@testable import RouterNetworks

/// What servers of any age say of withdrawals from Dash Platform (Documentation/protocols/dash-2026.md §1).
@Suite("Electrum: withdrawals from Platform, and servers that are left behind")
struct WithdrawalServerTests {
    private static let file = JSONValue.file("dash-2026/asset_unlock.json")

    /// What its lists name.
    private static func named(_ row: JSONValue) -> [JSONValue] {
        (row["history"]?.elements ?? []) + (row["mempool"]?.elements ?? [])
    }

    /// A server of a vector, which lists as unspent what its history names.
    private static func server(_ row: JSONValue, isLocked: Bool = false, lastsFor blocks: Int = 1) -> ScriptedServer {
        let entries = named(row)
        let bytes = row["transactions"]
        return .regtest(height: 2_580_700 + blocks) { method, parameters in
            let asked = parameters.first?.string ?? ""
            switch method {
            case "blockchain.scripthash.get_history", "blockchain.scripthash.listunspent":
                return .success(
                    .array(
                        entries.map { entry in
                            .object([
                                ("tx_hash", .string(entry["tx_hash"]?.text ?? "")), ("tx_pos", .number(0)),
                                ("height", .number(entry["height"]?.integer ?? 0)), ("value", .number(100_000_000)),
                            ])
                        }))
            case "blockchain.transaction.get":
                guard let hex = bytes?[asked]?.text else { return nil }
                guard parameters.last == .bool(true) else { return .success(.string(hex)) }
                return .success(.object([("txid", .string(asked)), ("instantlock", .bool(isLocked))]))
            default: return nil
            }
        }
    }

    @Test(
        "S12: asset_unlock.json: what an account may count, whatever a server names a withdrawal",
        arguments: file.rows("servers"))
    func servers(_ row: JSONValue) async throws {
        let script = try #require([UInt8](hexDigits: row["script"]?.text ?? ""))
        let chain = try electrum(Self.server(row))
        let notable = try await chain.notableOutputs(payingTo: [script])
        let unreadable = Set(notable.filter { $0.note == .unreadable }.map(\.output.outpoint))
        let found = try await chain.unspentOutputs(payingTo: [script]).filter { !unreadable.contains($0.outpoint) }
        let coins = row["expect"]?["coins"]?.elements ?? []
        #expect(found.map(\.outpoint.transaction.hex) == coins.compactMap { $0["txid"]?.text })
        #expect(found.map(\.amount.units) == coins.compactMap { $0["value"]?.integer })
        #expect(!(row["expect"]?["says"] != nil) || !unreadable.isEmpty)
        // The instance hash is never an outpoint, however old the output is.
        let old = try electrum(Self.server(row, lastsFor: 5_000))
        let later = try await old.notableOutputs(payingTo: [script]).filter { $0.note == .unreadable }
        #expect(Set(later.map(\.output.outpoint)) == unreadable)
        // The history names it, too, and each transaction that is there can be had.
        let history = try await chain.history(of: [script])
        #expect(
            Set(history.map(\.id.hex))
                == Set(Self.named(row).compactMap { $0["tx_hash"]?.text }))
    }

    private static let waiting = file.rows("servers").first { $0["name"]?.text == "gives-another-instance-later" }!

    @Test("S16: a withdrawal is locked once two servers say so, and pending before")
    func locks() async throws {
        let script = try #require([UInt8](hexDigits: Self.waiting["script"]?.text ?? ""))
        let (yes, no) = (Self.server(Self.waiting, isLocked: true), Self.server(Self.waiting))
        for (first, second, isLocked) in [(yes, yes, true), (yes, no, false), (no, no, false), (yes, nil, false)] {
            let chain = try second.map { try electrum(first, $0) } ?? electrum(first)
            let notable = try await chain.notableOutputs(payingTo: [script])
            #expect(notable.map(\.note) == [.withdrawal(isLocked: isLocked)])
        }
    }

    /// A chain of the main network whose server's newest block has this number and age.
    private func chain(_ height: Int, age: UnixTime, now: UnixTime) throws -> ElectrumChain {
        let time = UInt32(now - age)
        let header =
            [UInt8](repeating: 0, count: 68) + (0..<4).map { UInt8(truncatingIfNeeded: time >> (8 * $0)) }
            + [UInt8](repeating: 0, count: 8)
        let main = CoinDescriptor.shippedDash.networks[.main]?.genesis?.hex ?? ""
        let server = ScriptedServer.regtest(height: height, genesis: main) { method, _ in
            guard method == "blockchain.headers.subscribe" else { return nil }
            return .success(.object([("hex", .string(header.hex)), ("height", .number(height))]))
        }
        return try ElectrumChain(
            of: .shippedDash, network: .main, servers: [LineServer(host: "a", port: 50_001, certificate: nil)],
            lines: ScriptedNetwork(servers: ["a": server]), now: { now })
    }

    @Test("S16: a server whose newest block is hours old is named, in doctor and before a payment")
    func leftBehind() async throws {
        // 28 November 2026.
        let now: UnixTime = 1_795_824_000
        for (height, age, hours, isBeforeFork) in [
            (2_580_479, 3 * 3_600 + 1, "3 hours", true), (2_580_600, 50_000, "13 hours", false),
        ] as [(Int, UnixTime, String, Bool)] {
            let chain = try chain(height, age: age, now: now)
            #expect(await chain.warning() == nil)
            _ = try await chain.usedScripts(among: [[1]])
            let warning = try #require(await chain.warning())
            #expect(warning.contains("\(height)") && warning.contains(hours) && warning.contains("a:50001"))
            #expect(warning.contains("2580480") == isBeforeFork)
            let condition = try #require(await chain.examine().first)
            #expect(condition.warning == warning && condition.greeting?.contains(hours) == true)
        }
        let fresh = try chain(2_580_470, age: 3 * 3_600, now: now)
        _ = try await fresh.usedScripts(among: [[1]])
        #expect(await fresh.warning() == nil)
        #expect(await fresh.examine().first?.warning == nil)
    }
}
