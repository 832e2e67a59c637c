import Testing

@testable import SchemeRouter

/// One good file, and what is said when one thing in it is wrong.
@Suite struct SchemaTests {
    static let good = """
        version: 1
        coins:
          demo:
            title: Demo Coin
            ticker: DEMO
            unit: mite
            decimals: 8
            max-money: "21000000"
            dust: 546
            fee-per-kb: { min: 1000, normal: 2000, max: 10000000 }
            lock: none
            plugin: bitcoin-like
            networks:
              main: { p2pkh: 30, p2sh: [22, 5], wif: 158, xpub: 0x02FACAFD, xprv: 0x02FAC398, bech32: dm, bip44: 77 }
        schemes:
          demowallet:
            coin: demo
            title: Demo Wallet
            grammar: authority-params
            callbacks: dash-family
            aliases: [demopay]
            actions:
              payment:
                params:
                  pay: { type: address, required: true }
                  sender: { type: url-scheme }
                  amount: { type: decimal-amount, required: true, min: "0.5" }
                  message: { type: text, max: 80 }
              address: { params: { account: { type: account-index, max: 9 } } }
            examples:
              - url: demowallet://pay=D1&amount=1&sender=shop
                is: { action: payment, amount: 100000000 }
              - url: demowallet://pay=D1
                error: missingParameter
          demo: { coin: demo, title: Demo, grammar: bip21, enabled: false }

        """

    @Test("The good file is read completely")
    func goodFile() throws {
        let table = try RouteTable.load([file(Self.good)])
        let coin = try #require(table.coins["demo"])
        let expected = CoinDescriptor(
            id: "demo", title: "Demo Coin", ticker: "DEMO", decimals: 8, plugin: "bitcoin-like",
            ledger: .addresses(
                AddressLedger(
                    unit: "mite", maxMoney: try #require(Amount(units: 2_100_000_000_000_000)),
                    dust: try #require(Amount(units: 546)),
                    feePerKB: .init(
                        min: try #require(Amount(units: 1_000)), normal: try #require(Amount(units: 2_000)),
                        high: try #require(Amount(units: 100_000)), max: try #require(Amount(units: 10_000_000))),
                    networks: [
                        .main: NetworkParameters(
                            p2pkh: 30, p2sh: [22, 5], wif: 158, xpub: 0x02FA_CAFD, xprv: 0x02FA_C398, bech32: "dm",
                            coinType: 77
                        )
                    ])), origin: SourceLocation(file: "a.yaml", line: 3, column: 3))
        #expect(coin == expected)
        let scheme = try #require(table.scheme(named: "DemoPay".utf8))
        #expect(scheme.name == "demowallet" && scheme.aliases == ["demopay"] && scheme.isEnabled)
        #expect(scheme.origin == SourceLocation(file: "a.yaml", line: 16, column: 3))
        #expect(
            scheme.actions[.payment] == [
                ParameterRule(name: .pay, isRequired: true), ParameterRule(name: .sender, isRequired: true),
                ParameterRule(name: .amount, isRequired: true, minimum: Amount(units: 50_000_000)),
                ParameterRule(name: .message, isRequired: false, maximum: 80),
            ])
        #expect(scheme.actions[.address] == [ParameterRule(name: .account, isRequired: false, maximum: 9)])
        #expect(scheme.examples.map(\.origin.line) == [31, 33])
        #expect(scheme.examples[0].expectation == .action(.payment, amount: Amount(units: 100_000_000)))
        #expect(scheme.examples[1].expectation == .error(.missingParameter))
        #expect(table.scheme(named: "demo".utf8)?.isEnabled == false)
    }

    struct Change: CustomTestStringConvertible, Sendable {
        let old: String
        let new: String
        let expected: [String]
        let suggestion: String?

        init(_ old: String, _ new: String, _ expected: String..., suggestion: String? = nil) {
            (self.old, self.new, self.expected, self.suggestion) = (old, new, expected, suggestion)
        }

        var testDescription: String { "\(old) → \(new)" }
    }

    static let changes = [
        // The file.
        Change("version: 1\n", "version: 2\n", "unknown-version 1:10"),
        Change("version: 1\n", "", "missing-key 1:1"),
        Change("version: 1\n", "version: \"1\"\n", "wrong-type 1:10"),
        Change("version: 1\n", "version: 1\nlimits: {}\n", "unknown-key 2:1"),
        Change("version: 1\n", "version: 1\nversion: 1\n", "duplicate-key 2:1"),
        Change(
            "coins:\n", "coin:\n", "unknown-key 2:1", "unknown-name 17:11", "unknown-name 35:17", suggestion: "coins"),
        // Coins.
        Change("  demo:\n", "  Demo:\n", "invalid-value 3:3", "unknown-name 17:11", "unknown-name 35:17"),
        Change("title: Demo Coin", "title: [a]", "wrong-type 4:12"),
        Change("title: Demo Coin", "title:", "wrong-type 4:11"),
        Change("title: Demo Coin", "title: \"a\\u202Eb\"", "invalid-value 4:12"),
        Change("title: Demo Coin", "title: \"a\\eb\"", "invalid-value 4:12"),
        Change("title: Demo Coin", "title: \" a\"", "invalid-value 4:12"),
        Change("ticker: DEMO", "ticker: DEMODEMODEMOD", "out-of-range 5:13"),
        Change("unit: mite\n", "units: mite\n", "unknown-key 6:5", suggestion: "unit"),
        Change("decimals: 8", "decimals: 19", "out-of-range 7:15"),
        Change("decimals: 8", "decimals: 08", "wrong-type 7:15"),
        Change("decimals: 8", "decimals: 1e1", "wrong-type 7:15"),
        Change("decimals: 8", "decimals: 99999999999999999999", "out-of-range 7:15"),
        Change("\"21000000\"", "\"21e6\"", "wrong-type 8:16"),
        Change("\"21000000\"", "\"0.123456789\"", "out-of-range 8:16"),
        Change("\"21000000\"", "\"99999999999999\"", "out-of-range 8:16"),
        Change("\"21000000\"", "0.000001", "conflict 9:11", "out-of-range 27:64"),
        Change("dust: 546", "dust: -1", "wrong-type 9:11"),
        Change("min: 1000", "min: 3000", "conflict 10:38"),
        Change("max: 10000000", "max: 1999", "conflict 10:49"),
        Change("normal: 2000, ", ""),
        Change("lock: none", "lock: no", "unknown-name 11:11", suggestion: nil),
        Change("lock: none", "lock: automatik", "unknown-name 11:11", suggestion: "automatic"),
        Change("plugin: bitcoin-like", "plugin: ../x", "invalid-value 12:13"),
        Change("plugin: bitcoin-like", "plugin: bitcoinlike", "unknown-name 12:13", suggestion: "bitcoin-like"),
        Change("plugin: bitcoin-like", "plugin: monero", "unknown-name 12:13"),
        Change("plugin: bitcoin-like", "plugin: mykey", "conflict 12:13", "conflict 20:16"),
        Change("    networks:\n", "    networks: {}\n    other:\n", "missing-key 13:5", "unknown-key 14:5"),
        Change("      main:", "      mian:", "missing-key 13:5", "unknown-key 14:7", suggestion: "main"),
        Change("p2pkh: 30", "p2pkh: 256", "out-of-range 14:22"),
        Change("p2pkh: 30", "p2pkh: 22", "conflict 14:32"),
        Change("p2pkh: 30", "p2pkh: 158", "conflict 14:47"),
        Change("[22, 5]", "[22, 22]", "conflict 14:32"),
        Change("[22, 5]", "[22, 5, 6]", "out-of-range 14:32"),
        Change("[22, 5]", "[22, x]", "wrong-type 14:37"),
        Change("xpub: 0x02FACAFD", "xpub: 0x102FACAFD", "out-of-range 14:57"),
        Change("xpub: 0x02FACAFD", "xpub: 0x02FAC398", "conflict 14:75"),
        Change("bech32: dm", "bech32: Dm", "invalid-value 14:95"),
        Change("bip44: 77", "bip44: 2147483648", "out-of-range 14:106"),
        // Schemes.
        Change(
            "  demowallet:\n", "  DemoWallet:\n", "invalid-value 16:3", "invalid-value 31:14", "invalid-value 33:14"),
        Change("  demo: { coin", "  javascript: { coin", "forbidden-scheme 35:3"),
        Change("  demo: { coin", "  ms-word: { coin", "forbidden-scheme 35:3"),
        Change("  demo: { coin", "  demopay: { coin", "duplicate-name 21:15"),
        Change("[demopay]", "[demowallet]", "duplicate-name 21:15"),
        Change("[demopay]", "demopay", "wrong-type 21:14"),
        Change("[demopay]", "[file]", "forbidden-scheme 21:15"),
        Change("    coin: demo\n", "", "missing-key 16:3"),
        Change("    coin: demo\n", "    coin: dmeo\n", "unknown-name 17:11", suggestion: "demo"),
        Change("{ coin: demo, title: Demo", "{ title: Demo"),
        Change("authority-params", "authority-parms", "unknown-name 19:14", suggestion: "authority-params"),
        Change("authority-params", "bip21", "conflict 29:7"),
        Change("dash-family", "dash-familiy", "unknown-name 20:16", suggestion: "dash-family"),
        Change("enabled: false", "enabled: no", "wrong-type 35:61"),
        Change("enabled: false", "enabled: true"),
        Change("grammar: bip21, enabled: false", "grammar: authority-params"),
        Change("coin: demo, title: Demo, grammar: bip21", "coins: [demo], title: Demo, grammar: bip21"),
        Change("coin: demo, title: Demo, grammar", "coin: demo, coins: [demo], title: Demo, grammar", "conflict 35:30"),
        Change("coin: demo, title: Demo, grammar", "coins: [demo, demo], title: Demo, grammar", "duplicate-name 35:25"),
        Change(
            "coin: demo, title: Demo, grammar", "coins: [demmo], title: Demo, grammar", "unknown-name 35:19",
            suggestion: "demo"),
        Change(
            "    coin: demo\n    title", "    coins: [demo]\n    title", "conflict 17:12"),
        Change("      payment:", "      paiment:", "unknown-name 23:7", suggestion: "payment"),
        Change("        params:\n", "        policy:\n", "unknown-key 24:9"),
        Change("          sender:", "          sendr:", "unknown-name 26:11", suggestion: "sender"),
        Change("          sender:", "          SENDER:", "unknown-name 26:11", suggestion: "sender"),
        Change("          message: { type: text", "          request: { type: request-name", "unknown-name 28:11"),
        Change("{ type: url-scheme }", "url-scheme"),
        Change("{ type: url-scheme }", "text", "conflict 26:19"),
        Change("{ type: url-scheme }", "url-sheme", "unknown-name 26:19", suggestion: "url-scheme"),
        Change("{ type: url-scheme }", "", "wrong-type 26:18"),
        Change("{ type: url-scheme }", "[url-scheme]", "wrong-type 26:19"),
        Change("{ coin: demo, title: Demo,", "{", "missing-key 35:3"),
        Change("bip44: 77", "", "missing-key 14:7"),
        Change("xprv: 0x02FAC398, ", "", "missing-key 14:7"),
        Change("{ type: url-scheme }", "{ type: text }", "conflict 26:27"),
        Change("{ type: url-scheme }", "{ type: txt }", "unknown-name 26:27", suggestion: "text"),
        Change("{ type: url-scheme }", "{ required: true }", "missing-key 26:11"),
        Change("address, required: true", "address, required: false", "conflict 25:43"),
        Change("address, required: true", "address, requried: true", "unknown-key 25:33", suggestion: "required"),
        Change("address, required: true", "address, min: 1", "conflict 25:38"),
        Change("min: \"0.5\"", "max: 7", "conflict 27:64"),
        Change("min: \"0.5\"", "min: 0.5"),
        Change("max: 80", "max: 501", "out-of-range 28:39"),
        Change("max: 9 ", "max: 2147483648 ", "out-of-range 29:65"),
        // Examples.
        Change("demowallet://pay=D1\n", "axewallet://pay=D1\n", "invalid-value 33:14"),
        Change("demowallet://pay=D1\n", "demopay:pay=D1\n"),
        Change("missingParameter", "missingParamter", "unknown-name 34:16", suggestion: "missingParameter"),
        Change("        error: missingParameter\n", "", "missing-key 33:9"),
        Change("        error:", "        is: { action: address }\n        error:", "conflict 33:9"),
        Change("action: payment, amount", "action: address, amount", "conflict 32:40"),
        Change("action: payment, amount", "amount", "missing-key 32:9"),
        Change("is: { action: payment, amount: 100000000 }", "is: payment", "wrong-type 32:13"),
    ]

    @Test("One change, and exactly these mistakes", arguments: changes)
    func change(change: Change) {
        #expect(Self.good.contains(change.old))
        let text = Self.good.split(separator: change.old, maxSplits: 1, omittingEmptySubsequences: false)
            .joined(separator: change.new)
        let found = mistakes(file(text))
        #expect(found.map(\.brief) == change.expected)
        if let suggestion = change.suggestion { #expect(found.contains { $0.suggestion == suggestion }) }
    }

    /// The good file with networks for tests behind its main one.
    private func withNetworks(_ networks: String...) -> String {
        Self.good.replacing("schemes:\n", with: networks.map { "      \($0)\n" }.joined() + "schemes:\n")
    }

    @Test("A network that is like another one takes over what it does not say, in either order")
    func like() throws {
        let test = "test: { p2pkh: 1, p2sh: [2, 3], wif: 4, xpub: 5, xprv: 6, bech32: t, bip44: 77 }"
        for text in [
            withNetworks(test, "regtest: { like: test, wif: 9, bech32: r }"),
            withNetworks("regtest: { like: test, wif: 9, bech32: r }", test),
        ] {
            let networks = try #require(try RouteTable.load([file(text)]).coin("demo")?.networks)
            #expect(
                networks[.regtest]
                    == NetworkParameters(
                        p2pkh: 1, p2sh: [2, 3], wif: 9, xpub: 5, xprv: 6, bech32: "r", coinType: 77))
            #expect(networks[.test]?.numbers?.wif == 4 && networks[.test]?.bech32 == "t")
            #expect(networks.keys == [.main, .test, .regtest] && networks.values.map(\.coinType) == [77, 77, 77])
        }
    }

    @Test("The first block is each network's own: neither another network nor another coin gives it")
    func genesis() throws {
        let hash = String(repeating: "0f", count: 32)
        let text = withNetworks("test: { p2pkh: 1, p2sh: 2, wif: 4, genesis: \(hash) }", "regtest: { like: test }")
            .replacing(
                "schemes:\n",
                with:
                    "  next: { extends: demo, ticker: NEXT, networks: { main: { bip44: 79 }, test: { wif: 5 } } }\nschemes:\n"
            )
        let table = try RouteTable.load([file(text)])
        #expect(table.coin("demo")?.networks[.test]?.genesis == [UInt8](repeating: 0x0F, count: 32))
        #expect(table.coin("demo")?.networks.values.map { $0.genesis == nil } == [true, false, true])
        #expect(table.coin("next")?.networks.values.map { $0.genesis == nil } == [true, true, true])
        // Moving keys to another coin type moves nothing else.
        #expect(table.moving(["demo": 5]).coin("demo")?.networks[.test]?.genesis?.count == 32)
    }

    @Test("BIP32, SLIP-44: what a network leaves out is the standards' own")
    func standardNumbers() throws {
        let text = withNetworks("test: { p2pkh: 1, p2sh: 2, wif: 4 }")
            .replacing(" xpub: 0x02FACAFD, xprv: 0x02FAC398,", with: "")
        let networks = try #require(try RouteTable.load([file(text)]).coin("demo")?.networks)
        #expect(networks[.main]?.numbers?.xpub == 0x0488_B21E && networks[.main]?.numbers?.xprv == 0x0488_ADE4)
        #expect(networks[.test]?.numbers?.xpub == 0x0435_87CF && networks[.test]?.numbers?.xprv == 0x0435_8394)
        #expect(networks[.test]?.coinType == 1 && networks[.test]?.bech32 == nil)
    }

    @Test(
        "A network cannot be like itself, another coin's, or one that is like another; a mistake is said once",
        arguments: [
            (["test: { like: test }"], ["unknown-name 15:21"]),
            (["test: { like: regtest }"], ["unknown-name 15:21"]),
            (["test: { like: [main] }"], ["wrong-type 15:21"]),
            (["test: { like: main }", "regtest: { like: test }"], ["conflict 16:24"]),
            (["test: { like: regtest }", "regtest: { like: test }"], ["conflict 15:21", "conflict 16:24"]),
            (["test: { p2pkh: 300, p2sh: 2, wif: 4 }", "regtest: { like: test }"], ["out-of-range 15:22"]),
            (["test: { like: main, wif: 30 }"], ["conflict 15:32"]),
            (["test: { like: main, p2pkh: 158 }"], ["conflict 15:34"]),
            (["test: { like: main, xpub: 1 }"], ["missing-key 15:7"]),
            (["test: { p2pkh: 1, p2sh: 2, wif: 4, xprv: 1 }"], ["missing-key 15:7"]),
            (["test: { p2pkh: 1 }"], ["missing-key 15:7"]),
            (["test: { p2pkh: 128 }"], ["missing-key 15:7", "missing-key 15:7"]),
            (["test: { like: main }"], []),
        ] as [([String], [String])])
    func likeMistakes(networks: [String], expected: [String]) {
        let text = Self.good.replacing("schemes:\n", with: networks.map { "      \($0)\n" }.joined() + "schemes:\n")
        #expect(mistakes(file(text)).map(\.brief) == expected)
    }

    @Test("A scheme without a title has that of its coin")
    func coinTitle() throws {
        let text = Self.good.replacing("{ coin: demo, title: Demo,", with: "{ coin: demo,")
        #expect(try RouteTable.load([file(text)]).scheme(named: "demo".utf8)?.title == "Demo Coin")
    }

    @Test("Several mistakes are all found in one run, in the order of the text")
    func several() {
        let text = Self.good.replacing("decimals: 8", with: "decimals: x").replacing("p2pkh: 30", with: "p2pkh: 300")
            .replacing("max: 80", with: "max: 800").replacing("error: missing", with: "eror: missing")
        #expect(
            mistakes(file(text)).map(\.brief) == [
                "wrong-type 7:15", "out-of-range 14:22", "out-of-range 28:39", "missing-key 33:9", "unknown-key 34:9",
            ])
    }

    @Test("S12: a drop-in cannot take a coin, a scheme or a coin type that another file has")
    func dropIns() {
        let other = Self.good.replacing("  demo:\n", with: "  other:\n").replacing("coin: demo", with: "coin: other")
            .replacing("demowallet", with: "otherwallet").replacing("demopay", with: "otherpay")
            .replacing("  demo: {", with: "  otherpay2: {")
        let first = file(Self.good)
        #expect(mistakes(first, file(other, name: "b.yaml")).map(\.brief) == ["coin-type-in-use 14:106"])
        let free = other.replacing("bip44: 77", with: "bip44: 78")
        #expect(mistakes(first, file(free, name: "b.yaml")).isEmpty)
        let again = mistakes(first, file(Self.good, name: "b.yaml"))
        #expect(
            again.map(\.brief) == [
                "duplicate-name 3:3", "duplicate-name 16:3", "duplicate-name 21:15", "duplicate-name 35:3",
            ])
        #expect(again.allSatisfy { $0.file == "b.yaml" })
        #expect(again[1].message.contains("a.yaml:16:3"))
    }

    @Test("A drop-in may name coins of another file, and need not have all sections")
    func sharedCoins() throws {
        let table = try RouteTable.load([
            file(
                "version: 1\nschemes: { x: { coin: demo, title: X, grammar: bip21, enabled: false } }\n", name: "b.yaml"
            ),
            file(Self.good), file("version: 1\n", name: "c.yaml"),
        ])
        #expect(table.scheme(named: "x".utf8)?.coins == ["demo"])
    }

    @Test("Where one file is no YAML, the others are checked, but for names that may stand in it")
    func unreadableNeighbour() {
        let other = "version: 7\nschemes: { a: { coin: x, grammar: bip21, enabled: false }, b: { extends: y } }\n"
        #expect(
            mistakes(file("version: 1\ncoins: [", name: "b.yaml"), file(other)).map(\.brief) == [
                "syntax 2:9", "unknown-version 1:10",
            ])
    }

    @Test(
        "S3, S7: what a descriptor must never decide has no key",
        arguments: ["ask", "req", "denylist", "decode", "program", "url", "policy", "limits"])
    func noSuchKey(key: String) {
        for place in ["version: 1\n", "    unit: mite\n", "    grammar: authority-params\n", "      payment:\n"] {
            let indent = place.prefix { $0 == " " } + (place.contains("payment") ? "  " : "")
            let text = Self.good.replacing(place, with: "\(place)\(indent)\(key): 1\n")
            #expect(mistakes(file(text)).map(\.code) == [.unknownKey])
        }
    }
}
