import Testing

@testable import SchemeRouter

/// `old-account`: the keys at `m/0'`, which no coin's number is part of.
@Suite struct OldAccountTests {
    private func coin(_ fields: String) -> DescriptorFile {
        let networks = "networks: { main: { p2pkh: 1, p2sh: 2, bip44: 99 } }"
        return file("version: 1\ncoins: { mine: { ticker: M, \(networks), \(fields) } }\n")
    }

    @Test("S12: of all shipped coins only Dash has one")
    func shipped() throws {
        let coins = try RouteTable.load([.shipped]).coinList
        #expect(coins.filter { $0.addressLedger?.hasOldAccount == true }.map(\.id) == ["dash"])
    }

    @Test("S12: a second coin is refused it, and does not get it by being like Dash")
    func second() throws {
        let found = mistakes(.shipped, coin("old-account: m/0'"))
        #expect(found.map(\.code) == [.coinTypeInUse])
        #expect(found.first?.message.contains("belongs to “dash”") == true)
        let like = file(
            "version: 1\ncoins: { mine: { extends: dash, ticker: M, networks: { main: { bip44: 99 } } } }\n")
        let table = try RouteTable.load([.shipped, like])
        #expect(table.coins["mine"]?.addressLedger?.hasOldAccount == false)
    }

    @Test("a coin that is the only one may have it, and every amendment keeps it")
    func alone() throws {
        let first = coin("old-account: m/0'")
        let later = file("version: 1\ncoins: { mine: { max-money: 5 } }\n", name: "b.yaml")
        #expect(try RouteTable.load([first]).coins["mine"]?.addressLedger?.hasOldAccount == true)
        #expect(try RouteTable.load([first, later]).coins["mine"]?.addressLedger?.hasOldAccount == true)
        #expect(try RouteTable.load([coin("old-account: none")]).coins["mine"]?.addressLedger?.hasOldAccount == false)
    }

    @Test("no other path is accepted, and none for named accounts", arguments: ["m/1'", "m/0", "true", "[]"])
    func misspelt(value: String) {
        #expect(mistakes(coin("old-account: \(value)")).count == 1)
        let named = "version: 1\ncoins: { eosio: { ticker: E, plugin: mykey, old-account: m/0', "
        #expect(!mistakes(file(named + "account-chain: { bip44: 194 } } }\n")).isEmpty)
    }
}
