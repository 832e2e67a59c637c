import Foundation
import RouterTestSupport
import Testing

/// `router new-coin`: from a few numbers to a descriptor that every command reads.
@Suite struct NewCoinTests {
    static let arguments = [
        "new-coin", "feathercoin", "--ticker", "FTC", "--p2pkh", "14", "--p2sh", "5", "--p2sh", "96", "--bip44", "8",
        "--bech32", "fc",
    ]
    static let text = """
        # yaml-language-server: $schema=./schemes.schema.json
        # Compare the numbers with the source of the coin's own node before you use real money.
        version: 1
        coins:
          feathercoin:
            ticker: FTC
            networks:
              main: { p2pkh: 14, p2sh: [5, 96], bech32: fc, bip44: 8 }
        schemes:
          feathercoin:
            coin: feathercoin
            grammar: bip21

        """

    private func directory(_ home: RouterHome) -> String { home.directory.path + "/config/schemerouter/schemes.d" }

    @Test("a coin is twelve lines, passes check, and its links are known")
    func writes() throws {
        let home = try RouterHome()
        let made = try home.run(Self.arguments)
        let path = directory(home) + "/feathercoin.yaml"
        #expect(made.status == 0 && made.errors.isEmpty)
        #expect(made.output.hasPrefix("Wrote \(path)\nNext:\n") && made.output.contains("router check"))
        #expect(try String(contentsOfFile: path, encoding: .utf8) == Self.text)
        let attributes = try FileManager.default.attributesOfItem(atPath: path)
        #expect(attributes[.posixPermissions] as? Int == 0o600)
        let checked = try home.router(["check"])
        #expect(checked.status == 0 && checked.output.hasSuffix("\nNo mistakes.\n"), "\(checked.errors)")
        #expect(try home.router(["schemes"]).output.contains("feathercoin: Feathercoin, coin feathercoin"))
        #expect(try home.router(["sandbox", "on", "feathercoin"]).status == 0)
        #expect(
            try String(contentsOfFile: directory(home) + "/schemes.schema.json", encoding: .utf8)
                == home.run(["descriptor-schema"]).output)
    }

    @Test("nothing is overwritten")
    func existing() throws {
        let home = try RouterHome()
        try home.run(Self.arguments)
        let path = directory(home) + "/feathercoin.yaml"
        try Data("version: 1\n".utf8).write(to: URL(fileURLWithPath: path))
        let again = try home.run(Self.arguments)
        #expect(again.status == 73 && again.errors.contains("already exists"))
        #expect(try String(contentsOfFile: path, encoding: .utf8) == "version: 1\n")
    }

    @Test("--dry-run prints the descriptor and writes nothing")
    func dryRun() throws {
        let home = try RouterHome()
        let printed = try home.run(Self.arguments + ["--dry-run"])
        #expect(printed.status == 0 && printed.output == Self.text)
        #expect(home.files().isEmpty)
    }

    @Test("every option reaches the descriptor, as YAML reads it back")
    func options() throws {
        let home = try RouterHome()
        let made = try home.run([
            "new-coin", "x-coin", "--ticker", "NO", "--p2pkh", "130", "--p2sh", "7", "--wif", "200", "--bip44", "99",
            "--title", "The \"X\" coin", "--unit", "bit", "--decimals", "6", "--max-money", "5000000.5", "--dust",
            "10",
        ])
        #expect(made.status == 0, "\(made.errors)")
        let text = try String(contentsOfFile: directory(home) + "/x-coin.yaml", encoding: .utf8)
        for line in [
            #"title: "The \"X\" coin""#, #"ticker: "NO""#, "unit: bit", "decimals: 6", #"max-money: "5000000.5""#,
            "dust: 10", "main: { p2pkh: 130, p2sh: 7, wif: 200, bip44: 99 }",
        ] {
            #expect(text.contains("  \(line)\n"), "\(line)")
        }
        #expect(try home.router(["schemes"]).output.contains("x-coin: The \"X\" coin, coin x-coin"))
    }

    @Test("the numbers of README's example are Feathercoin's, and make a coin with its fees and first block")
    func feathercoin() throws {
        let home = try RouterHome()
        let readme = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appendingPathComponent("README.md")
        let text = try String(contentsOf: readme, encoding: .utf8)
        let start = try #require(text.range(of: "router new-coin feathercoin"))
        let rest = text[start.lowerBound...].replacingOccurrences(of: "\\\n", with: " ")
        let words = rest.prefix { $0 != "\n" }.split(separator: " ").dropFirst().map(String.init)
        let made = try home.run(words)
        #expect(made.status == 0, "\(made.errors)")
        let written = try String(contentsOfFile: directory(home) + "/feathercoin.yaml", encoding: .utf8)
        // Feathercoin's chainparams.cpp, amount.h, validation.h (DEFAULT_MIN_RELAY_TX_FEE) and policy/policy.h
        // (DUST_RELAY_TX_FEE, for the 182 bytes of an output to an address and of the input that spends it).
        for line in [
            "    max-money: \"336000000\"", "        p2pkh: 14", "        p2sh: [5, 96]", "        xpub: 0x0488BC26",
            "        xprv: 0x0488DAEE", "        bech32: fc", "        bip44: 8",
            "        genesis: \"12a765e31ffd4059bada1e25190f6e98c99d9714d334efa41a195a7e7e04bfe2\"",
            "    dust: 54600", "    fee-per-kb: { min: 100000, normal: 200000, high: 2000000, max: 20000000 }",
        ] {
            #expect(written.contains("\n\(line)\n"), "\(line)")
        }
        let checked = try home.router(["check"])
        #expect(checked.status == 0, "\(checked.errors)")
        let comments = made.output.split(separator: "\n").suffix(3).map { $0.split(separator: "#")[0].count }
        #expect(Set(comments).count == 1, "\(made.output)")
    }

    @Test(
        "values that make no valid descriptor are refused with the reason, and nothing is written",
        arguments: [
            ("--bip44", "5", "already belongs to “dash”"), ("--bip44", "1", "is reserved for the test networks"),
            ("--p2sh", "14", "is repeated"), ("--bech32", "FC", "not a human-readable part"),
            ("--ticker", "a\u{202E}b", "printable characters"),
            ("--ticker", "F\nx: 1", "printable characters"),
            ("new-coin", "dash", "is already described at schemes.yaml:"),
            ("new-coin", "http", "can never be a wallet's scheme"),
            ("new-coin", "../x", "is not a name"), ("new-coin", "a/b", "is not a name"),
            ("--p2pkh", "300", "Expected a number from 0 to 255"),
            ("--p2pkh", "200", "--wif is missing"), ("--wif", "x", "Expected a number from 0 to 255"),
            ("--wif", "+1", "Expected a number from 0 to 255"), ("--p2sh", "0x100", "Expected a number from 0 to 255"),
            ("--max-money", "1e3", "decimal coins"), ("--xpub", "0x0488BC26", "give both"),
            ("--xpub", "0x+5", "Expected the version of an extended key"), ("--xpub", "+5", "Expected the version"),
            ("--xpub", "0x10488B21E", "Expected the version"), ("--xpub", "0x", "Expected the version"),
            ("--genesis", "12a7", "genesis"), ("--max-fee", "10", "fee-per-kb"),
        ])
    func refused(option: String, value: String, reason: String) throws {
        let home = try RouterHome()
        var arguments = Self.arguments
        if let place = arguments.firstIndex(of: option) {
            arguments[place + 1] = value
        } else {
            arguments += [option, value]
        }
        let result = try home.run(arguments)
        #expect(result.status == 64 && result.errors.contains(reason), "\(result.errors)")
        #expect(home.files().isEmpty)
    }
}
