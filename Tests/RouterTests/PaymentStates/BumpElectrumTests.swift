import Foundation
import RouterBitcoinFormat
import RouterTestSupport
import SchemeRouter
import Testing

/// A higher fee over Electrum servers, by the real program: taken, swallowed, refused and kept.
@Suite struct BumpElectrumTests {
    private static let genesis = "530827f38f93b43ed12af0b3ad25a288dc02ed74d6d7857862df51fc56c416f9"
    private static let shop = [UInt8](hexDigits: "0014" + String(repeating: "00", count: 20)) ?? []

    private let ledger = ScriptedLedger()
    private let server: LedgerElectrum
    private let home: RouterHome
    private let first: Transaction

    /// A wallet with 0.3 LTC that paid 0.25 of it.
    init() throws {
        server = LedgerElectrum(ledger, genesis: Self.genesis)
        home = try RouterHome.ofTestWords()
        try home.configure(
            "networks: { litecoin: { use: electrum, network: regtest, servers: [\(server.server)] } }\n")
        let network = try #require(try RouteTable.load([.shipped]).coin("litecoin")?.networks[.regtest])
        let own = try home.router(["wallet", "address"], answers: [RouterHome.passcode])
        let text = own.output.trimmingCharacters(in: .whitespacesAndNewlines)
        ledger.fund(try Address(text, on: network).script, 30_000_000)
        let shop = try #require(Address(script: Self.shop)?.text(on: network))
        let paid = try home.router(["pay", shop, "0.25", "--coin", "litecoin"], answers: [RouterHome.passcode])
        #expect(paid.status == 0, "\(paid.errors)")
        first = try #require(ledger.sent.first)
    }

    private func bump(_ more: String...) throws -> RouterHome.Result {
        try home.router(["bump", "1"] + more, answers: [RouterHome.passcode])
    }

    private func states(_ command: [String] = ["history"]) throws -> [String?] {
        let lines = try JSONValue(lines: home.router(command + ["--json"]).output).elements
        let rows = lines.first?["transactions"]?.elements ?? lines
        let ours = Set(ledger.sent.map(\.id.hex))
        return rows.filter { ours.contains($0["txid"]?.text ?? "") }.map { $0["state"]?.text }
    }

    /// What waits for a block.
    private var waiting: [TransactionID] { ledger.entries.filter { $0.confirmations == 0 }.map(\.transaction.id) }

    @Test("the server takes it in place of the first; both commands say so, and the amount is told")
    func taken() throws {
        let result = try bump()
        #expect(result.status == 0 && result.output.contains("Paid 0.25 LTC to rltc1q"), "\(result)")
        let second = try #require(ledger.sent.last)
        #expect(second.id != first.id && second.inputs.map(\.outpoint) == first.inputs.map(\.outpoint))
        #expect(second.outputs.contains { $0.script == Self.shop && $0.amount.units == 25_000_000 })
        #expect(waiting == [second.id])
        #expect(try states() == ["waiting", "replaced"])
        #expect(try home.router(["resume"]).output == "There is nothing to finish.\n")
        // One server's word ends nothing: it is looked after still.
        ledger.set(second.id, confirmations: 6, isLocked: true)
        for _ in 0..<2 { #expect(try home.router(["resume"]).status == 0) }
        #expect(try states() == ["confirmed", "replaced"])
        let row = try JSONValue(lines: home.router(["history", "--json"]).output).elements.first
        #expect(row?["locked"] == .bool(false))
    }

    @Test("S16: one that the server swallowed is told as such, and is sent again by “resume”")
    func swallowed() throws {
        ledger.swallow(true)
        #expect(try bump().status == 0)
        ledger.swallow(false)
        let second = try #require(ledger.sent.last)
        #expect(waiting == [first.id])
        #expect(try states() == ["firstWaits", "waiting"])
        #expect(try states(["wallet", "history"]).contains("firstWaits"))
        let again = try home.router(["bump", "1"])
        #expect(again.status == 77 && again.errors.contains("“router resume” sends it again"), "\(again.errors)")
        let raised = try home.router(["bump", "2"])
        #expect(
            raised.status == 77 && raised.errors.contains("Run “router resume” to send #2 again"), "\(raised.errors)")
        let resumed = try home.router(["resume"])
        #expect(resumed.status == 0 && resumed.output.contains("recipient is paid once"), "\(resumed)")
        #expect(ledger.sent.last?.wholeBytes == second.wholeBytes && waiting == [second.id])
        #expect(try states() == ["waiting", "replaced"])
    }

    @Test("S16: one that was refused, and sent by whoever kept it, is told once")
    func keptAndSent() throws {
        ledger.refuse(true)
        #expect(try bump("--fee", "50000").status == 76)
        ledger.refuse(false)
        let second = try #require(ledger.sent.last)
        let same = try bump("--fee", "50000")
        #expect(same.status == 77 && same.errors.contains("given up"), "\(same.errors)")
        #expect(ledger.take(second.wholeBytes)?.id == second.id && waiting == [second.id])
        let told = try home.router(["resume"])
        #expect(told.status == 0 && told.output.contains("had been given up"), "\(told)")
        #expect(told.output.hasPrefix("#2"))
        #expect(try home.router(["resume"]).output == "There is nothing to finish.\n")
        #expect(try states() == ["waiting", "replaced"])
    }
}
