import Testing

@testable import SchemeRouter

/// `extends`: a coin or scheme that starts from another one.
@Suite struct InheritanceTests {
    private func table(_ text: String) throws -> RouteTable {
        do {
            return try RouteTable.load([LayeringTests.first, file("version: 1\n" + text, name: "b.yaml")])
        } catch {
            Issue.record("\(error.text)")
            throw error
        }
    }

    private func above(_ text: String) -> [DescriptorDiagnostic] {
        mistakes(LayeringTests.first, file("version: 1\n" + text, name: "b.yaml"))
    }

    @Test("A scheme writes only what differs; title, aliases, examples and state are its own")
    func scheme() throws {
        let table = try table(
            """
            schemes:
              minewallet:
                extends: demowallet
                title: Mine
                actions:
                  payment: { params: { amount: { type: decimal-amount, min: 0.1 }, IS: flag } }
                  address: none
                  scan-qr: {}

            """)
        let scheme = try #require(table.scheme(named: "minewallet".utf8))
        #expect(scheme.coins == ["demo"] && scheme.grammar == .authorityParameters && scheme.callbacks == "dash-family")
        #expect(scheme.title == "Mine" && scheme.aliases.isEmpty && scheme.examples.isEmpty && scheme.isEnabled)
        #expect(scheme.actions.keys == [.payment, .scanQR])
        #expect(
            scheme.actions[.payment] == [
                ParameterRule(name: .pay, isRequired: true), ParameterRule(name: .sender, isRequired: true),
                ParameterRule(name: .amount, isRequired: false, minimum: Amount(units: 10_000_000)),
                ParameterRule(name: .message, isRequired: false, maximum: 80),
                ParameterRule(name: .lock, isRequired: false),
            ])
        let base = try #require(scheme.lineage.base)
        #expect(base.name == "demowallet" && base.origin == SourceLocation(file: "a.yaml", line: 16, column: 3))
        #expect(
            base.inherited == [
                "coin", "grammar", "callbacks", "actions.payment.pay", "actions.payment.sender",
                "actions.payment.message",
            ])
        // The other one is as it was.
        #expect(table.scheme(named: "demowallet".utf8)?.actions.keys == [.payment, .address])
    }

    @Test("A coin writes only what differs; title, ticker and coin type are its own")
    func coin() throws {
        let coin = try #require(
            try table(
                """
                coins:
                  mine:
                    extends: demo
                    ticker: MINE
                    fee-per-kb: { max: 1800 }
                    networks:
                      main: { p2pkh: 31, bip44: 78 }
                      regtest: { like: main, bech32: rm }

                """
            ).coin("mine"))
        #expect(coin.title == "Mine" && coin.ticker == "MINE" && coin.unit == "mite" && coin.plugin == "bitcoin-like")
        #expect(coin.addressLedger?.feePerKB.min.units == 1_000 && coin.addressLedger?.feePerKB.normal.units == 1_800)
        #expect(coin.addressLedger?.feePerKB.high.units == 1_800 && coin.addressLedger?.feePerKB.max.units == 1_800)
        #expect(
            coin.networks[.main]
                == NetworkParameters(
                    p2pkh: 31, p2sh: [22, 5], wif: 158, xpub: 0x02FA_CAFD, xprv: 0x02FA_C398, bech32: "dm",
                    coinType: 78))
        #expect(coin.networks[.regtest]?.bech32 == "rm" && coin.networks[.test] == nil)
        #expect(
            coin.lineage.base?.inherited == [
                "unit", "decimals", "max-money", "dust", "coinbase-maturity", "transactions", "lock",
                "plugin",
                "networks.main.p2sh", "networks.main.wif", "networks.main.xpub", "networks.main.xprv",
                "networks.main.bech32",
            ])
    }

    @Test("Coins and schemes can extend those that stand below them in the same file, and one another in a row")
    func order() throws {
        let table = try table(
            """
            coins:
              third: { extends: second, ticker: T, networks: { main: { bip44: 80 } } }
              second: { extends: demo, ticker: S, unit: bit, networks: { main: { bip44: 79 } } }
            schemes:
              c: { extends: b, coin: third }
              b: { extends: a, callbacks: simplewallet }
              a: { extends: demowallet, coin: second, title: A }

            """)
        #expect(table.coin("third")?.unit == "bit" && table.coin("third")?.networks[.main]?.coinType == 80)
        let scheme = try #require(table.scheme(named: "c".utf8))
        #expect(scheme.coins == ["third"] && scheme.callbacks == "simplewallet" && scheme.title == "Third")
        #expect(scheme.actions[.payment]?.count == 4)
        #expect(table.scheme(named: "b".utf8)?.title == "Second")
    }

    @Test("What was tightened before is inherited as it is then")
    func afterTightening() throws {
        let table = try RouteTable.load([
            LayeringTests.first,
            file("version: 1\nschemes: { demowallet: { actions: { address: none } } }\n", name: "b.yaml"),
            file("version: 1\nschemes: { late: { extends: demowallet, title: Late } }\n", name: "c.yaml"),
        ])
        #expect(table.scheme(named: "late".utf8)?.actions.keys == [.payment])
    }

    @Test(
        "Cycles, unknown names and what cannot be inherited have a place",
        arguments: [
            ("schemes:\n  a: { extends: a }\n", ["cycle 3:17"]),
            ("schemes:\n  a: { extends: b }\n  b: { extends: c }\n  c: { extends: b }\n", ["cycle 5:17"]),
            ("coins:\n  a: { extends: b }\n  b: { extends: a }\n", ["cycle 4:17"]),
            ("schemes:\n  a: { extends: demowalet }\n", ["unknown-name 3:17"]),
            ("schemes:\n  a: { extends: demopay }\n", ["unknown-name 3:17"]),
            ("schemes:\n  a: { extends: [demo] }\n", ["wrong-type 3:17"]),
            ("coins:\n  a: { extends: dmeo }\n", ["unknown-name 3:17"]),
            ("coins:\n  a: { extends: demo, ticker: A }\n", ["missing-key 3:3"]),
            (
                "coins:\n  a: { extends: demo, ticker: A, networks: { test: { p2pkh: 1, p2sh: 2 } } }\n",
                ["missing-key 3:34"]
            ),
            (
                "coins:\n  a: { extends: demo, ticker: A, networks: { main: { p2pkh: 9 } } }\n",
                ["missing-key 3:46"]
            ),
            (
                "coins:\n  a: { extends: demo, ticker: A, networks: { main: { bip44: 77 } } }\n",
                ["coin-type-in-use 3:61"]
            ),
            // A mistake in what is extended is said there and once.
            (
                "schemes:\n  b: { extends: a }\n  a: { extends: demowallet, title: 7x, grammar: bip22 }\n",
                ["unknown-name 4:49"]
            ),
            (
                "coins: { d6: { extends: demo, ticker: D, decimals: 6, networks: { main: { bip44: 78 } } } }\n"
                    + "schemes:\n  a: { extends: demowallet, coin: d6 }\n",
                ["conflict 4:17"]
            ),
        ] as [(String, [String])])
    func refused(text: String, expected: [String]) {
        #expect(above(text).map(\.brief) == expected)
    }

    @Test("A cycle is shown, and a long row ends")
    func cycle() {
        let found = above("schemes:\n  a: { extends: b }\n  b: { extends: c }\n  c: { extends: b }\n")
        #expect(found.first?.message == "these extend each other in a circle: b → c → b")
        let row = (0..<1_000).map { "  s\($0): { extends: s\($0 + 1), title: S }\n" }.joined()
        let long = above("schemes:\n\(row)  s1000: { extends: demowallet, title: S }\n")
        #expect(long.contains { $0.code == .tooDeep })
        let allowed = (0..<7).map { "  s\($0): { extends: s\($0 + 1), title: S }\n" }.joined()
        #expect(above("schemes:\n\(allowed)  s7: { extends: demowallet, title: S }\n").isEmpty)
    }

    @Test("The likely name of what is extended is said")
    func suggestions() {
        #expect(above("schemes:\n  a: { extends: demowalet }\n").first?.suggestion == "demowallet")
        #expect(above("coins:\n  a: { extends: dmeo }\n").first?.suggestion == "demo")
        #expect(above("schemes:\n  a: { extends: demopay }\n").first?.hint == "write “extends: demowallet”")
    }

    @Test("An amount that several schemes inherit is checked for the coin of each")
    func inheritedMinimum() {
        let found = mistakes(
            file(
                """
                version: 1
                coins:
                  rich: { ticker: RICH, networks: { main: { p2pkh: 1, p2sh: 2, bip44: 71 } } }
                  poor: { ticker: POOR, max-money: 0.4, networks: { main: { p2pkh: 1, p2sh: 2, bip44: 72 } } }
                schemes:
                  one:
                    coin: rich
                    grammar: bip21
                    actions: { payment: { params: { amount: { type: decimal-amount, min: 0.5 } } } }
                  two: { extends: one, coin: rich, title: Two }
                  three: { extends: one, coin: poor, title: Three }
                  four: { extends: one, coin: poor, title: Four }
                  five: { extends: one, coin: rich, title: Five }

                """))
        #expect(found.map(\.brief) == ["out-of-range 11:3", "out-of-range 12:3"])
    }
}
