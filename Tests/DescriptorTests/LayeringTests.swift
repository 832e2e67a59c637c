import Testing

@testable import SchemeRouter

/// What a later file may do to what an earlier one says.
@Suite struct LayeringTests {
    static let first = file(SchemaTests.good)

    /// What is wrong with `text` above the good file, whose coin is `demo` and whose schemes are `demowallet` and `demo`.
    private func above(_ text: String) -> [DescriptorDiagnostic] {
        mistakes(Self.first, file("version: 1\n" + text, name: "b.yaml"))
    }

    private func table(_ texts: String...) throws -> RouteTable {
        do {
            return try RouteTable.load(
                [Self.first] + texts.enumerated().map { file("version: 1\n" + $1, name: "\($0 + 2).yaml") })
        } catch {
            Issue.record("\(error.text)")
            throw error
        }
    }

    // MARK: Tightening

    @Test("A later file switches a scheme off; its examples are those of the file that did")
    func disable() throws {
        let scheme = try #require(
            try table("schemes: { demowallet: { enabled: false } }\n").scheme(named: "demopay".utf8))
        #expect(!scheme.isEnabled && scheme.examples.isEmpty && scheme.title == "Demo Wallet")
        #expect(scheme.origin == SourceLocation(file: "a.yaml", line: 16, column: 3))
        #expect(
            scheme.lineage.amendments == [
                .init(origin: SourceLocation(file: "2.yaml", line: 2, column: 12), changes: ["enabled: false"])
            ])
    }

    @Test("A later file makes parameters required, limits narrower, and takes actions away; several do so in turn")
    func tighten() throws {
        let scheme = try #require(
            try table(
                """
                schemes:
                  demowallet:
                    actions:
                      address: none
                      payment:
                        params:
                          message: { required: true, max: 40 }
                          amount: { min: 0.75 }

                """,
                """
                schemes:
                  demowallet:
                    actions: { payment: { params: { message: { max: 20 }, amount: decimal-amount } } }
                    examples: [{ url: "demopay:pay=D1", error: missingParameter }]

                """
            ).scheme(named: "demowallet".utf8))
        #expect(scheme.actions.keys == [.payment] && scheme.isEnabled && scheme.examples.count == 1)
        #expect(
            scheme.actions[.payment] == [
                ParameterRule(name: .pay, isRequired: true), ParameterRule(name: .sender, isRequired: true),
                ParameterRule(name: .amount, isRequired: true, minimum: Amount(units: 75_000_000)),
                ParameterRule(name: .message, isRequired: true, maximum: 20),
            ])
        #expect(
            scheme.lineage.amendments.map(\.changes) == [
                [
                    "actions.address: none", "actions.payment.message.required: true",
                    "actions.payment.message.max: 40", "actions.payment.amount.min: 0.75",
                ], ["actions.payment.message.max: 20"],
            ])
    }

    @Test("A later file lowers what a coin can cost; a lower most takes the usual fee with it")
    func tightenCoin() throws {
        let coin = try #require(
            try table("coins: { demo: { max-money: 1000, fee-per-kb: { max: 1500 } } }\n").coin("demo"))
        #expect(coin.maxMoney.units == 100_000_000_000)
        #expect(coin.addressLedger?.feePerKB.min.units == 1_000 && coin.addressLedger?.feePerKB.normal.units == 1_500)
        #expect(coin.addressLedger?.feePerKB.max.units == 1_500 && coin.networks[.main]?.numbers?.p2pkh == 30)
        #expect(coin.lineage.amendments.map(\.changes) == [["max-money: 1000", "fee-per-kb.max: 1500"]])
    }

    @Test("A later file warns of lower fees, and lets new coins wait longer")
    func caution() throws {
        let coin = try #require(
            try table(
                "coins: { demo: { fee-per-kb: { high: 1900 }, coinbase-maturity: 240 } }\n",
                "coins: { demo: { coinbase-maturity: 300 } }\n"
            ).coin("demo"))
        #expect(coin.addressLedger?.feePerKB.high.units == 1_900 && coin.addressLedger?.feePerKB.normal.units == 1_900)
        #expect(coin.addressLedger?.feePerKB.max.units == 10_000_000 && coin.addressLedger?.coinbaseMaturity == 300)
        #expect(
            coin.lineage.amendments.map(\.changes) == [
                ["fee-per-kb.high: 1900", "coinbase-maturity: 240"], ["coinbase-maturity: 300"],
            ])
    }

    @Test(
        "What allows more than before is refused, with what it was and where that stands",
        arguments: [
            ("demo: { enabled: true }", "enabled", "false", "a.yaml:35:61"),
            (
                "demowallet: { actions: { payment: { params: { amount: { min: 0.1 } } } } }",
                "actions.payment.amount.min", "0.5", "a.yaml:27:64"
            ),
            (
                "demowallet: { actions: { payment: { params: { amount: { required: false } } } } }",
                "actions.payment.amount.required", "true", "a.yaml:27:53"
            ),
            (
                "demowallet: { actions: { payment: { params: { message: { max: 81 } } } } }",
                "actions.payment.message.max", "80", "a.yaml:28:39"
            ),
            (
                "demowallet: { actions: { address: { params: { account: { max: 10 } } } } }",
                "actions.address.account.max", "9", "a.yaml:29:65"
            ),
            ("demowallet: { actions: { scan-qr: {} } }", "actions.scan-qr", "none", "a.yaml:23:7"),
            (
                "demowallet: { actions: { payment: { params: { label: text } } } }", "actions.payment.label",
                "not read", "a.yaml:25:11"
            ),
        ])
    func loosening(scheme: String, key: String, old: String, place: String) {
        let found = above("schemes:\n  \(scheme)\n")
        #expect(found.map(\.code) == [.loosening])
        let message = found.first?.message ?? ""
        #expect(message.hasPrefix("“\(key)” is already \(old), at \(place), and cannot become "))
    }

    @Test(
        "A coin's limits do not rise",
        arguments: [
            ("max-money: 21000001", "max-money", "21000000", "a.yaml:8:16"),
            ("fee-per-kb: { max: 10000001 }", "fee-per-kb.max", "10000000", "a.yaml:10:49"),
            ("fee-per-kb: { normal: 2001 }", "fee-per-kb.normal", "2000", "a.yaml:10:38"),
            ("fee-per-kb: { high: 100001 }", "fee-per-kb.high", "100000", "a.yaml:3:3"),
            ("coinbase-maturity: 99", "coinbase-maturity", "100", "a.yaml:3:3"),
        ])
    func looseningCoin(limit: String, key: String, old: String, place: String) {
        let found = above("coins:\n  demo: { \(limit) }\n")
        #expect(found.map(\.code) == [.loosening])
        let message = found.first?.message ?? ""
        #expect(message.hasPrefix("“\(key)” is already \(old), at \(place), and cannot become "))
    }

    @Test("The earlier value is that of the last file that tightened it, and stands there")
    func looseningOfAmendment() {
        let found = mistakes(
            Self.first,
            file(
                "version: 1\nschemes: { demowallet: { actions: { payment: { params: { message: { max: 40 } } } } } }\n",
                name: "b.yaml"),
            file(
                "version: 1\nschemes: { demowallet: { actions: { payment: { params: { message: { max: 60 } } } } } }\n",
                name: "c.yaml"))
        #expect(found.map(\.code) == [.loosening] && found.first?.file == "c.yaml")
        let message = found.first?.message ?? ""
        #expect(message.hasSuffix("is already 40, at b.yaml:2:74, and cannot become 60"))
    }

    @Test(
        "Other mistakes in what tightens",
        arguments: [
            ("schemes: { demowallet: off }\n", "wrong-type 2:24"),
            ("schemes: { demowallet: { enabeld: false } }\n", "unknown-key 2:26"),
            ("schemes: { demowallet: { actions: { payment: none, address: none } } }\n", "conflict 2:35"),
            ("schemes: { demowallet: { actions: { adress: none } } }\n", "unknown-name 2:37"),
            (
                "schemes: { demowallet: { actions: { payment: { params: { amuont: { min: 1 } } } } } }\n",
                "unknown-name 2:58"
            ),
            (
                "schemes: { demowallet: { actions: { payment: { params: { pay: { required: false } } } } } }\n",
                "conflict 2:75"
            ),
            ("coins: { demo: { fee-per-kb: { min: 5 } } }\n", "conflict 2:37"),
            ("coins: { demo: { fee-per-kb: { max: 999 } } }\n", "conflict 2:30"),
            ("coins: { demo: 7 }\n", "wrong-type 2:16"),
        ])
    func mistakesInAmendments(text: String, expected: String) {
        #expect(above(text).map(\.brief) == [expected])
    }

    // MARK: Taking the place

    @Test("Two files that claim one scheme or alias are both named, and the digest to write is said")
    func twoClaims() throws {
        let digest = try #require(try table().scheme(named: "demowallet".utf8)).digest
        let again = above("schemes: { demowallet: { title: Mine, coin: demo, grammar: bip21, enabled: false } }\n")
        #expect(again.map(\.brief) == ["duplicate-name 2:12"])
        #expect(again.first?.message == "the scheme “demowallet” is already described at a.yaml:16:3")
        #expect(again.first?.hint?.contains("replaces: \(digest)”") == true)
        let alias = above("schemes: { mine: { coin: demo, grammar: bip21, enabled: false, aliases: [demo] } }\n")
        #expect(alias.map(\.brief) == ["duplicate-name 2:74"])
        #expect(alias.first?.message.contains("a.yaml:35:3") == true)
        let taken = above("schemes: { demopay: { coin: demo, grammar: bip21, enabled: false } }\n")
        #expect(taken.map(\.brief) == ["duplicate-name 2:12"])
        #expect(taken.first?.message == "“demopay” is already another name of “demowallet”, at a.yaml:21:15")
    }

    @Test("With the digest of what it replaces a file takes the place of a scheme, and gives its aliases up")
    func replace() throws {
        let digest = try #require(try table().scheme(named: "demowallet".utf8)).digest
        let table = try table(
            "schemes:\n  demopay: { title: Free, coin: demo, grammar: bip21, enabled: false }\n"
                + "  demowallet: { replaces: \"\(digest)\", title: Mine, coin: demo, grammar: bip21, enabled: false }\n"
        )
        let scheme = try #require(table.scheme(named: "demowallet".utf8))
        #expect(scheme.title == "Mine" && scheme.aliases.isEmpty && scheme.origin.file == "2.yaml")
        #expect(scheme.lineage.replaced == SourceLocation(file: "a.yaml", line: 16, column: 3))
        #expect(table.scheme(named: "demopay".utf8)?.title == "Free" && table.schemes.count == 3)
    }

    @Test("A replacement can start from what it replaces")
    func replaceAndExtend() throws {
        let digest = try #require(try table().scheme(named: "demowallet".utf8)).digest
        let scheme = try #require(
            try table(
                "schemes:\n  demowallet:\n    replaces: \(digest)\n    extends: demowallet\n    title: Mine\n"
                    + "    actions: { address: none }\n"
            ).scheme(named: "demowallet".utf8))
        #expect(scheme.title == "Mine" && scheme.actions.keys == [.payment] && scheme.callbacks == "dash-family")
        #expect(scheme.lineage.base?.origin == scheme.lineage.replaced)
    }

    @Test("A digest that is missing, stale, malformed or of nothing is refused, and the right one said")
    func wrongDigests() throws {
        let digest = try #require(try table().scheme(named: "demowallet".utf8)).digest
        let rest = "title: Mine, coin: demo, grammar: bip21, enabled: false }"
        let stale = "sha256:" + String(repeating: "0", count: 64)
        for (wrong, code) in [
            (stale, "stale-digest"), (String(digest.dropLast()), "invalid-value"), ("x", "invalid-value"),
        ] {
            let found = above("schemes: { demowallet: { replaces: \"\(wrong)\", \(rest) }\n")
            #expect(found.map(\.brief) == ["\(code) 2:36"])
            #expect(found.first?.text.contains(digest) == true)
        }
        #expect(above("schemes: { newwallet: { replaces: \"\(digest)\", \(rest) }\n").map(\.brief) == ["conflict 2:25"])
    }

    @Test("A file in between that tightens changes the digest, and so does every change of meaning, but no comment")
    func digests() throws {
        let digest = { (texts: String...) throws -> String? in
            try RouteTable.load(texts.enumerated().map { file($1, name: "\($0).yaml") }).scheme(
                named: "demowallet".utf8)?.digest
        }
        let plain = try digest(SchemaTests.good)
        #expect(try digest("# comment\n" + SchemaTests.good) == plain)
        #expect(try digest(SchemaTests.good.replacing("missingParameter", with: "invalidAmount")) == plain)
        var seen = [plain]
        for (old, new) in [
            ("Demo Wallet", "Demo Valet"), ("[demopay]", "[demopay2]"), ("max: 80", "max: 79"),
            ("min: \"0.5\"", "min: \"0.6\""), ("type: decimal-amount, required: true", "type: decimal-amount"),
            ("    callbacks: dash-family\n", ""),
            ("      address: { params: { account: { type: account-index, max: 9 } } }\n", ""),
        ] {
            #expect(SchemaTests.good.contains(old))
            seen.append(try digest(SchemaTests.good.replacing(old, with: new)))
        }
        seen.append(try digest(SchemaTests.good, "version: 1\nschemes: { demowallet: { enabled: false } }\n"))
        #expect(Set(seen).count == seen.count && !seen.contains(nil))
    }

    @Test("A coin is tightened or left alone; nobody else's file describes it anew")
    func coins() {
        let found = above("coins: { demo: { ticker: D, networks: { main: { p2pkh: 1, p2sh: 2, bip44: 99 } } } }\n")
        #expect(found.map(\.brief) == ["duplicate-name 2:10"])
        #expect(found.first?.message == "the coin “demo” is already described at a.yaml:3:3")
    }

    @Test("S12: coin type 1 is the test networks'")
    func testCoinType() {
        let found = above("coins: { new: { ticker: N, networks: { main: { p2pkh: 1, p2sh: 2, bip44: 1 } } } }\n")
        #expect(found.map(\.brief) == ["coin-type-in-use 2:74"])
    }
}
