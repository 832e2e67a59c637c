import Foundation
import RouterBitcoinFormat
import RouterTestSupport
import SchemeRouter
import Testing

/// One odd transaction in an account's history, by the real program, over a server and over a node: anybody can pay an
/// address by a transaction of any kind, and a server may name it as it likes.
@Suite struct OddTransactionTests {
    private static let unlocks = JSONValue.file("dash-2026/asset_unlock.json").rows("cases")
    private static let script = "1976a9143a2d4145a4f098523b3e8127f1da87cfc55b8e7988ac"
    private static let value = "40420f0000000000"
    private static let output = value + script
    private static let input = String(repeating: "33", count: 32) + "00000000" + "00" + "ffffffff"

    struct Kind: Sendable, CustomTestStringConvertible {
        let testDescription: String
        /// The bytes in hexadecimal.
        let hex: String
        /// How the lists name it; nil for the id of the bytes.
        var name: String?
        /// Whether it can be read.
        var isRead = true
        /// Whether it is a withdrawal.
        var isWithdrawal = false

        init(_ text: String, _ hex: String, name: String? = nil, isRead: Bool = true, isWithdrawal: Bool = false) {
            (testDescription, self.hex, self.name, self.isRead) = (text, hex, name, isRead)
            self.isWithdrawal = isWithdrawal
        }

        var bytes: [UInt8] { [UInt8](hexDigits: hex) ?? [] }
        var id: String {
            name ?? (try? Transaction(bytes: bytes, as: .typed))?.id.hex
                ?? TransactionID(digest: Digest.doubleSHA256(bytes)).hex
        }
    }

    private static func unlock(_ version: String, signature: String = "5a") -> String {
        "03000900" + "00" + "01" + output + "00000000" + "91" + version + "e803000000000000" + "be000000"
            + String(repeating: signature, count: 132)
    }

    static let kinds: [Kind] = [
        Kind("a withdrawal that keeps its id", unlock("02"), isWithdrawal: true),
        Kind("a withdrawal of version 1", unlock("01"), isWithdrawal: true),
        Kind("a withdrawal of a later version", unlock("03"), isWithdrawal: true),
        Kind(
            "a withdrawal under its instance hash", unlock("02"),
            name: TransactionID(digest: Digest.doubleSHA256([UInt8](hexDigits: unlock("02")) ?? [])).hex, isRead: false),
        Kind("an unknown type", "03006300" + "01" + input + "01" + output + "00000000" + "03010203"),
        Kind("value to nobody", "03000800" + "01" + input + "02" + output + value + "026a00" + "00000000" + "0100"),
        Kind(
            "a coinbase with an odd payload",
            "03000500" + "01" + String(repeating: "00", count: 32) + "ffffffff" + "0101" + "ffffffff" + "01" + output
                + "00000000" + "05" + "0400000000"),
        Kind("no outputs", "02000000" + "01" + input + "00" + "00000000", isRead: false),
        Kind("no inputs", "02000000" + "00" + "02" + output + output + "00000000", isRead: false),
        Kind("a count beyond the end", "02000000" + "fdffff" + input, isRead: false),
        Kind("a huge script", "02000000" + "01" + input + "01" + value + "feffffff7f" + "00000000", isRead: false),
        Kind(
            "an extension block", "02000000" + "0008" + "01" + input + "01" + output + "00" + "00000000", isRead: false),
        Kind("a Zcash-like transaction", "0400008085202f89" + "01" + input + "01" + output + "00000000", isRead: false),
        Kind("no transaction", "ff", isRead: false),
        Kind("nothing", "", name: String(repeating: "ab", count: 32), isRead: false),
    ]

    private static let genesis = "000008ca1832a4baf228eb1553c03d3a2c8e02399550dd6ea8d65cec3ef23d2e"

    @Test(
        "S12: one odd transaction hides nothing: balance, history and a payment of the rest work, and it is named",
        arguments: ["electrum", "node"])
    func all(_ kind: String) throws {
        let home = try RouterHome.ofTestWords()
        let ledger = ScriptedLedger()
        let regtest = try #require(try RouteTable.load([.shipped]).coin("dash")?.networks[.regtest])
        let electrum = LedgerElectrum(ledger, genesis: Self.genesis)
        let node = LedgerNode(ledger, network: regtest)
        try home.write("cookie", "__cookie__:secret\n")
        let settings =
            kind == "electrum"
            ? "use: electrum, servers: [\(electrum.server)]"
            : "use: core-rpc, url: \"\(node.url)\", cookie: \"\(home.directory.path)/cookie\""
        try home.configure("networks: { dash: { network: regtest, \(settings) } }\n")
        let own = try #require([UInt8](hexDigits: String(Self.script.dropFirst(2))))
        let funding = ledger.fund(own, 150_000_000)
        let shop = try #require(Address(script: PaymentStateTests.stranger)?.text(on: regtest))
        for (number, odd) in Self.kinds.enumerated() {
            let confirmations = [3, 0, 200][number % 3]
            ledger.odd = [
                ScriptedLedger.Odd(
                    id: odd.id, bytes: odd.bytes, confirmations: confirmations,
                    output: .init(amount: try #require(Amount(units: 1_000_000)), script: own))
            ]
            let balance = try home.router(["wallet", "balance", "dash"])
            #expect(balance.status == 0 && balance.output.contains("DASH"), "\(odd): \(balance)")
            if confirmations == 3 {
                #expect(odd.isRead || balance.output.contains(odd.id), "\(odd): \(balance)")
                #expect(
                    balance.output.contains("withdrawal from Dash Platform, confirmed") == odd.isWithdrawal,
                    "\(balance)")
            }
            let history = try home.router(["wallet", "history", "dash"])
            #expect(history.status == 0 && history.output.contains("txid \(funding.id.hex)"), "\(odd): \(history)")
            #expect((history.output + history.errors).contains(odd.id), "\(odd): \(history)")
            #expect(history.output.contains("txid \(odd.id)") == odd.isRead, "\(odd): \(history)")
            // Another amount each time: nothing is paid twice.
            let amount = "0.0\(number + 11)"
            let before = ledger.sent.count
            let paid = try home.router(["pay", shop, amount, "--coin", "dash"], answers: [RouterHome.passcode])
            #expect(paid.status == 0 && ledger.sent.count == before + 1, "\(odd): \(paid)")
            let inputs = try #require(ledger.sent.last).inputs.map(\.outpoint.transaction.hex)
            #expect(!inputs.contains(odd.id) || (odd.isRead && confirmations > 0), "\(odd)")
        }
        if OutputSchema.hasPython {
            let json = try home.router(["wallet", "history", "dash", "--json"])
            #expect(try OutputSchema.history.mistakes(in: json.output) == "")
        }
    }
}
