import Testing

@testable import SchemeRouter

/// How transactions are written, and the upgrade that nodes must know.
@Suite struct UpgradeTests {
    private static func source(_ upgrade: String, _ more: String = "") -> String {
        """
        version: 1
        coins:
          demo:
            ticker: DEMO
            transactions: dip-2
            networks:
              main: { p2pkh: 76, p2sh: 16, bip44: 7700077, upgrade: \(upgrade) }
              regtest: { like: main, bip44: 1 }
          other:
            extends: demo
            ticker: OTHER
            networks: { main: { bip44: 7700078 } }
        \(more)
        """
    }

    @Test("an upgrade is one network's own, and the form of transactions is inherited")
    func reads() throws {
        let table = try RouteTable.load([file(Self.source("{ name: v9, version: 90000, height: 500 }"))])
        let demo = try #require(table.coin("demo"))
        #expect(
            demo.networks[.main]?.upgrade == NetworkUpgrade(name: "v9", nodeVersion: 90_000, height: BlockHeight(500)))
        #expect(demo.networks[.regtest]?.upgrade == nil && demo.addressLedger?.transactions == .typed)
        let other = try #require(table.coin("other"))
        #expect(other.networks[.main]?.upgrade == nil && other.addressLedger?.transactions == .typed)
        let short = try RouteTable.load([file(Self.source("{ name: v9, version: 90000 }"))])
        #expect(try #require(short.coin("demo")?.networks[.main]?.upgrade).height == nil)
    }

    @Test(
        "an upgrade without a name or a version, or with an odd number, is a mistake",
        arguments: [
            "{ name: v9 }", "{ version: 90000 }", "{ name: v9, version: 0 }", "{ name: v9, version: 90000, height: 0 }",
            "{ name: v9, version: 90000, height: x }", "{ name: v9, version: 90000, other: 1 }", "v9", "{}",
        ])
    func mistake(_ upgrade: String) {
        #expect(!mistakes(file(Self.source(upgrade))).isEmpty)
    }

    @Test("S12: of the shipped coins those with types are Dash and Axe; only Dash's nodes must know an upgrade")
    func shipped() throws {
        let table = try RouteTable.load([.shipped])
        for coin in table.coinList where coin.networks.count > 0 {
            #expect(
                (coin.addressLedger?.transactions == .typed) == ["dash", "axe"].contains(coin.id.name), "\(coin.id)")
            #expect((coin.networks[.main]?.upgrade != nil) == (coin.id == "dash"), "\(coin.id)")
            #expect(coin.networks[.regtest]?.upgrade == nil)
            // A coin without witnesses has no addresses for them.
            #expect(
                coin.addressLedger?.transactions == .plain
                    || coin.networks.keys.allSatisfy { coin.networks[$0]?.bech32 == nil })
        }
        let main = table.coin("dash")?.networks[.main]?.upgrade
        #expect(main == NetworkUpgrade(name: "v24", nodeVersion: 240_000, height: BlockHeight(2_580_480)))
    }
}
