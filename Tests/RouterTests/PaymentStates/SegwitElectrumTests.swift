import Foundation
import RouterBitcoinFormat
import RouterTestSupport
import SchemeRouter
import Testing

/// Segwit accounts behind an Electrum server, by the real program: they receive, are restored, and are spent.
@Suite struct SegwitElectrumTests {
    private static let genesis = "530827f38f93b43ed12af0b3ad25a288dc02ed74d6d7857862df51fc56c416f9"
    private static let shop = [UInt8](hexDigits: "0014" + String(repeating: "00", count: 20)) ?? []
    /// The accounts 0 on Litecoin's test networks, and how scripts to them begin and end.
    private static let kinds: [(path: String, head: String, tail: String)] = [
        ("m/84h/1h/0h", "0014", ""), ("m/49h/1h/0h", "a914", "87"), ("m/44h/1h/0h", "76a914", "88ac"),
    ]

    private let ledger = ScriptedLedger()
    private let server: LedgerElectrum
    private let network: NetworkParameters

    init() throws {
        server = LedgerElectrum(ledger, genesis: Self.genesis)
        network = try #require(try RouteTable.load([.shipped]).coin("litecoin")?.networks[.regtest])
    }

    /// A home whose words are restored, with the network or without one.
    private func restored(withNetwork: Bool = true) throws -> (home: RouterHome, output: String) {
        let home = try RouterHome()
        try home.write("words", String(repeating: "abandon ", count: 11) + "about")
        let settings = "networks: { litecoin: { use: electrum, network: regtest, servers: [\(server.server)] } }\n"
        if withNetwork { try home.configure(settings) }
        let result = try home.router(
            ["wallet", "restore", "--words", home.directory.path + "/words"],
            answers: [RouterHome.passcode, RouterHome.passcode])
        #expect(result.status == 0, "\(result.errors)")
        if !withNetwork { try home.configure(settings) }
        return (home, result.output)
    }

    private func script(of address: String) throws -> [UInt8] { try Address(address, on: network).script }

    /// The next address of an account.
    private func address(_ path: String, in home: RouterHome) throws -> [UInt8] {
        let result = try home.router(["wallet", "address", "--path", path], answers: [RouterHome.passcode])
        return try script(of: result.output.trimmingCharacters(in: .whitespacesAndNewlines))
    }

    private func balance(_ home: RouterHome) throws -> String { try home.router(["wallet", "balance"]).output }

    /// The outputs that a payment spends.
    private func spent(by payment: Transaction) throws -> [Transaction.Output] {
        try payment.inputs.map { input in
            let paying = ledger.entry(input.outpoint.transaction.hex)?.transaction
            return try #require(paying).outputs[Int(input.outpoint.index)]
        }
    }

    @Test("BIP84 and BIP49 receive, are found again by their words, and are spent with signatures of BIP143")
    func all() throws {
        let (home, _) = try restored(withNetwork: false)
        for (kind, units) in zip(Self.kinds, [40_000_000, 20_000_000, 10_000_000] as [Int64]) {
            let script = try address(kind.path, in: home)
            #expect(script.hex.hasPrefix(kind.head) && script.hex.hasSuffix(kind.tail), "\(script.hex)")
            ledger.fund(script, units)
            // What was paid to is not told again.
            #expect(try address(kind.path, in: home) != script)
        }
        #expect(try balance(home).hasPrefix("0.7 LTC."))

        // The same words elsewhere find all three, and pay with them together.
        let (other, output) = try restored()
        for path in ["m/84'/1'/0'", "m/49'/1'/0'", "m/44'/1'/0'"] {
            #expect(output.contains("(\(path))"), "\(output)")
        }
        #expect(try balance(other).hasPrefix("0.7 LTC."))
        let shop = try #require(Address(script: Self.shop)?.text(on: network))
        let result = try other.router(["pay", shop, "0.65", "--coin", "litecoin"], answers: [RouterHome.passcode])
        #expect(result.status == 0, "\(result.output)\(result.errors)")
        let payment = try #require(ledger.sent.first)
        let outputs = try spent(by: payment)
        #expect(Set(outputs.map(\.amount.units)) == [40_000_000, 20_000_000, 10_000_000])
        // Where a witness stands, what an input signs holds the amount that it spends.
        for (index, output) in outputs.enumerated() {
            #expect(payment.inputs[index].witness.isEmpty == output.script.hex.hasPrefix("76a9"))
            #expect(payment.isSigned(spending: payment.inputs[index].outpoint, of: output))
        }
        #expect(payment.outputs.contains { $0.script == Self.shop && $0.amount.units == 65_000_000 })
        // Change goes to native segwit, and is the wallet's.
        #expect(payment.outputs.allSatisfy { $0.script.hex.hasPrefix("0014") })
        let change = try #require(payment.outputs.first { $0.script != Self.shop })
        let left = try JSONValue(parsing: Data(other.router(["wallet", "balance", "--json"]).output.utf8))
        #expect(left["ownChange"]?.integer == change.amount.units)
    }

    @Test("what one kind of account got is told and spent alone", arguments: ["m/84h/1h/0h", "m/49h/1h/0h"])
    func alone(_ path: String) throws {
        let (home, _) = try restored(withNetwork: false)
        let funding = ledger.fund(try address(path, in: home), 30_000_000)
        let shop = try #require(Address(script: Self.shop)?.text(on: network))
        let result = try home.router(["pay", shop, "0.25", "--coin", "litecoin"], answers: [RouterHome.passcode])
        #expect(result.status == 0, "\(result.output)\(result.errors)")
        let payment = try #require(ledger.sent.first)
        #expect(payment.inputs.map(\.outpoint.transaction) == [funding.id])
        #expect(payment.inputs.allSatisfy { $0.witness.count == 2 })
        let history = try home.router(["wallet", "history", "--json"])
        let rows = try JSONValue(parsing: Data(history.output.utf8))["transactions"]?.elements ?? []
        #expect(rows.map { $0["txid"]?.text } == [payment.id.hex, funding.id.hex], "\(history)")
        #expect(rows.map { $0["spent"]?.integer } == [30_000_000, 0] && rows[0]["fee"]?.integer != nil)
    }
}
