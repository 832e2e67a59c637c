import Testing

@testable import SchemeRouter

/// What several descriptions say is merged before it is read, and each value stays where it stands.
@Suite struct MergingTests {
    /// A coin with three networks, of which one is like another, and its scheme.
    private static let base = file(
        """
        version: 1
        coins:
          old:
            ticker: OLD
            networks:
              main: { p2pkh: 10, p2sh: 20, bip44: 70 }
              test: { p2pkh: 11, p2sh: 21 }
              regtest: { like: test, bech32: ro }
        schemes:
          oldwallet:
            coin: old
            grammar: authority-params
            actions:
              payment: { params: { pay: address, amount: { type: decimal-amount, min: "0.5" } } }
              address: {}

        """, name: "base.yaml")

    private func table(_ texts: String...) throws -> RouteTable {
        try RouteTable.load(
            [Self.base] + texts.enumerated().map { file("version: 1\n" + $1, name: "\($0 + 2).yaml") })
    }

    @Test("A network that is like another one is like that of the coin that says so")
    func likeIsResolvedWhereItStands() throws {
        let networks = try #require(
            try table(
                "coins: { new: { extends: old, ticker: N, networks: { main: { bip44: 71 }, test: { p2pkh: 12 } } } }\n"
            ).coin("new")?.networks)
        #expect(networks[.test]?.numbers?.p2pkh == 12 && networks[.regtest]?.numbers?.p2pkh == 11)
        #expect(networks[.regtest]?.bech32 == "ro" && networks[.test]?.bech32 == nil)
        // What the old coin leaves out is counted from its own numbers and by its own kind of network.
        #expect(networks[.test]?.numbers?.wif == 139 && networks[.test]?.numbers?.xpub == 0x0435_87CF)
    }

    @Test("What a later file tightens keeps all that is inherited")
    func tightenedHeir() throws {
        let heir = "coins: { new: { extends: old, ticker: N, networks: { main: { bip44: 71 } } } }\n"
        let before = try #require(try table(heir).coin("new"))
        let after = try #require(try table(heir, "coins: { new: { coinbase-maturity: 101 } }\n").coin("new"))
        #expect(after.networks == before.networks && after.networks.count == 3)
        #expect(after.addressLedger?.coinbaseMaturity == 101 && after.lineage.base == before.lineage.base)
        #expect(after.origin == before.origin)
    }

    @Test("A scheme that is switched off means what it meant, and its heir may still ask for everything")
    func disabledBase() throws {
        let off = "schemes: { plain: { coin: old, grammar: bip21 } }\n"
        let before = try #require(try table(off).scheme(named: "plain".utf8))
        let table = try table(
            off, "schemes: { plain: { enabled: false }, heir: { extends: plain, title: H } }\n",
            "schemes: { heir: { actions: { payment: { params: { message: { max: 5 } } } } } }\n")
        #expect(table.scheme(named: "plain".utf8)?.actions == before.actions)
        let heir = try #require(table.scheme(named: "heir".utf8))
        #expect(heir.isEnabled && heir.actions[.payment]?.first { $0.name == .message }?.maximum == 5)
    }

    @Test("A mistake is said once, however many build on what has it")
    func once() {
        let text = """
            version: 1
            schemes:
              first: { coin: demo, title: A, grammar: authority-params, actions: { payment: { params: { amuont: text } } } }
              second: { extends: first, title: B }
              third: { extends: second, title: C }

            """
        let later = "version: 1\nschemes: { second: { actions: { payment: { params: { pay: address } } } } }\n"
        let found = mistakes(LayeringTests.first, file(text, name: "b.yaml"), file(later, name: "c.yaml"))
        #expect(found.filter { $0.file == "b.yaml" }.map(\.brief) == ["unknown-name 3:93"])
    }

    @Test("A mistake that only arises from two files together is reported where they meet")
    func together() {
        let found = mistakes(
            Self.base,
            file(
                """
                version: 1
                coins: { small: { ticker: S, max-money: "0.1", networks: { main: { p2pkh: 1, p2sh: 2, bip44: 72 } } } }
                schemes:
                  smallwallet: { extends: oldwallet, coin: small }

                """, name: "b.yaml"))
        #expect(found.map(\.brief) == ["out-of-range 4:3"] && found.first?.file == "b.yaml")
        #expect(found.first?.message.contains("at base.yaml:14:79, which this extends") == true)
    }

    @Test("Of one coin and several, those count that the nearest description names")
    func nearestCoins() throws {
        let table = try table(
            """
            coins:
              next: { extends: old, ticker: N, networks: { main: { bip44: 71 } } }
            schemes:
              both: { coins: [old, next], title: Both, grammar: bip21 }
              one: { extends: both, coin: next }
              heir: { extends: one, title: Heir }

            """)
        #expect(table.scheme(named: "heir".utf8)?.coins == ["next"])
        #expect(table.scheme(named: "one".utf8)?.lineage.base?.inherited == ["grammar", "actions"])
    }
}
