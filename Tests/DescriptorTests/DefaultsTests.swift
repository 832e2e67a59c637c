import Foundation
import Testing

@testable import SchemeRouter

/// What a coin need not say.
@Suite struct DefaultsTests {
    static let short = """
        version: 1
        coins:
          feathercoin: { ticker: FTC, networks: { main: { p2pkh: 14, p2sh: [5, 96], bip44: 8 } } }

        """

    @Test("A coin is described in three lines; the rest is Bitcoin's")
    func short() throws {
        let coin = try #require(try RouteTable.load([file(Self.short)]).coin("feathercoin"))
        #expect(
            coin
                == CoinDescriptor(
                    id: "feathercoin", title: "Feathercoin", ticker: "FTC", decimals: 8, plugin: "bitcoin-like",
                    ledger: .addresses(
                        AddressLedger(
                            unit: "satoshi", maxMoney: try #require(Amount(units: 2_100_000_000_000_000)),
                            dust: try #require(Amount(units: 546)),
                            feePerKB: .init(
                                min: try #require(Amount(units: 1_000)), normal: try #require(Amount(units: 10_000)),
                                high: try #require(Amount(units: 100_000)), max: try #require(Amount(units: 1_500_000))),
                            networks: [
                                .main: NetworkParameters(
                                    p2pkh: 14, p2sh: [5, 96], wif: 142, xpub: 0x0488_B21E, xprv: 0x0488_ADE4,
                                    bech32: nil,
                                    coinType: 8)
                            ])), origin: SourceLocation(file: "a.yaml", line: 3, column: 3)))
    }

    @Test(
        "What has no default must be written",
        arguments: [
            ("ticker: FTC, ", "", ["missing-key 3:3"]), ("p2pkh: 14, ", "", ["missing-key 3:43", "missing-key 3:43"]),
            ("p2sh: [5, 96], ", "", ["missing-key 3:43"]), (", bip44: 8", "", ["missing-key 3:43"]),
            // 128 more than this is no byte.
            ("p2pkh: 14", "p2pkh: 128", ["missing-key 3:43"]),
            // The default can clash too, and is explained then.
            ("[5, 96]", "142", ["conflict 3:58"]),
            // So much cannot be counted in twelve decimals.
            ("ticker: FTC,", "ticker: FTC, decimals: 12,", ["missing-key 3:3"]),
        ] as [(String, String, [String])])
    func required(old: String, new: String, expected: [String]) {
        #expect(Self.short.contains(old))
        #expect(mistakes(file(Self.short.replacing(old, with: new))).map(\.brief) == expected)
    }

    @Test(
        "Fees that are not written follow those that are",
        arguments: [
            ("{ max: 5000 }", 1_000, 5_000, 5_000, 5_000), ("{ min: 20000 }", 20_000, 20_000, 100_000, 1_500_000),
            ("{ normal: 1000 }", 1_000, 1_000, 100_000, 1_500_000), ("{}", 1_000, 10_000, 100_000, 1_500_000),
            ("{ normal: 200000 }", 1_000, 200_000, 200_000, 1_500_000),
            ("{ high: 20000 }", 1_000, 10_000, 20_000, 1_500_000),
            ("{ max: 50000 }", 1_000, 10_000, 50_000, 50_000),
        ] as [(String, Int64, Int64, Int64, Int64)])
    func fees(text: String, min: Int64, normal: Int64, high: Int64, max: Int64) throws {
        let source = Self.short.replacing("ticker: FTC,", with: "ticker: FTC, fee-per-kb: \(text),")
        let fees = try #require(try RouteTable.load([file(source)]).coin("feathercoin")?.addressLedger?.feePerKB)
        #expect(fees.min.units == min && fees.normal.units == normal && fees.high.units == high)
        #expect(fees.max.units == max)
    }
}

/// Numbers of fees and of new money that cannot be.
@Suite struct CautionTests {
    @Test(
        "A warning below what is usual, or above what is signed, is a mistake",
        arguments: [("{ high: 9999 }", "conflict"), ("{ high: 1500001 }", "conflict"), ("{ high: -1 }", "wrong-type")])
    func high(text: String, code: String) {
        let source = DefaultsTests.short.replacing("ticker: FTC,", with: "ticker: FTC, fee-per-kb: \(text),")
        #expect(mistakes(file(source)).map(\.code.rawValue) == [code])
    }

    @Test(
        "New coins wait as long as the coin says: 100 blocks, where it says nothing",
        arguments: [("", 100), ("coinbase-maturity: 240,", 240), ("coinbase-maturity: 0,", 0)])
    func maturity(text: String, expected: Int) throws {
        let source = DefaultsTests.short.replacing("ticker: FTC,", with: "ticker: FTC, \(text)")
        #expect(try RouteTable.load([file(source)]).coin("feathercoin")?.addressLedger?.coinbaseMaturity == expected)
    }

    @Test("No coin waits for blocks that no chain has", arguments: ["-1", "1000001", "99999999999999999999", "soon"])
    func badMaturity(text: String) {
        let source = DefaultsTests.short.replacing("ticker: FTC,", with: "ticker: FTC, coinbase-maturity: \(text),")
        #expect(mistakes(file(source)).count == 1)
    }
}

/// Documentation/descriptors.md says what is.
@Suite struct DescriptorDocumentationTests {
    @Test("The examples are read above the shipped descriptors, and the defaults are those of the reader")
    func examples() throws {
        let text = try String(contentsOf: repository.appending(path: "Documentation/descriptors.md"), encoding: .utf8)
        let blocks = text.components(separatedBy: "```yaml\n").dropFirst().compactMap {
            $0.components(separatedBy: "```").first
        }
        let whole = blocks.filter { $0.hasPrefix("version: 1\n") }
        #expect(whole.count == 3)
        for block in whole { #expect(mistakes(.shipped, file(block)).isEmpty, "\(block)") }
        #expect(whole[0].split(separator: "\n").count <= 15)
        for key in DescriptorSection.coin.keys {
            guard let standard = key.standard else { continue }
            let row = text.split(separator: "\n").first { $0.hasPrefix("| `\(key.name)` |") }
            #expect(row?.contains("\(standard)") == true, "\(key.name)")
        }
        let fees = DescriptorSection.fees.keys.map { "\($0.name): \($0.standard?.description ?? "")" }
        #expect(text.contains("`{ \(fees.joined(separator: ", ")) }`"))
    }
}
