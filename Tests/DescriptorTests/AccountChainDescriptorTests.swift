import Testing

@testable import SchemeRouter

/// Coins whose money lies in named accounts, and the schemes of dapps.
@Suite struct AccountChainDescriptorTests {
    static let id = "1064487b3cd1a897ce03ae5b6a865651747e2e152090f99c1d19d44e01aea5a4"
    static let good = """
        version: 1
        coins:
          wax: { title: WAX, ticker: WAX, plugin: mykey, account-chain: { chain-id: \(id), bip44: 14001 } }
          token: { extends: eos, ticker: TOK, account-chain: { bip44: 14002 } }
        schemes:
          waxwallet: { coin: wax, grammar: json-param, callbacks: simplewallet }
          waxlogin: { extends: waxwallet, actions: { transaction: none, transfer: none } }
          waxsign: { coin: wax, title: Sign, grammar: json-param, actions: { sign: {} } }

        """

    static let actions: [Action] = [.login, .transfer, .transaction, .sign, .openHome, .openDapp]

    @Test("The shipped coin is that of the main network of EOS, and wallets' coin type")
    func shipped() throws {
        let coin = try #require(try RouteTable.load([.shipped]).coin("eos"))
        let chain = try #require(coin.accountChain)
        #expect(chain.chainID.hex == "aca376f206b8fc25a6ed44dbdc66547c36c6c33e3a119ffbeaef943642f0e906")
        #expect(chain.keyPath.description == "m/44'/194'/0'/0/0")
        #expect(coin.title == "EOS" && coin.plugin == "mykey" && coin.decimals == 4)
        #expect(coin.networks.count == 0 && coin.unit == nil && coin.addressLedger == nil && !coin.hasLock)
    }

    @Test("A coin says its chain, or starts from another one of the same chain with a coin type of its own")
    func coins() throws {
        let table = try RouteTable.load([.shipped, file(Self.good)])
        #expect(
            table.coin("wax")?.accountChain
                == AccountChainParameters(chainID: try #require([UInt8](hexDigits: Self.id)), coinType: 14_001))
        let token = try #require(table.coin("token"))
        #expect(token.accountChain?.chainID == table.coin("eos")?.accountChain?.chainID)
        #expect(token.accountChain?.coinType == 14_002 && token.decimals == 4)
        #expect(token.lineage.base?.inherited == ["decimals", "plugin", "account-chain.chain-id"])
    }

    @Test("Links of dapps may ask for everything that dapps can, unless it is said or taken away")
    func schemes() throws {
        let later = file("version: 1\nschemes: { waxwallet: { actions: { transaction: none } } }\n", name: "b.yaml")
        let table = try RouteTable.load([.shipped, file(Self.good), later])
        let keys = { (name: String) in table.scheme(named: name.utf8)?.actions.keys ?? [] }
        #expect(keys("waxwallet") == Self.actions.filter { $0 != .transaction })
        #expect(keys("waxlogin") == [.login, .sign, .openHome, .openDapp])
        #expect(keys("waxsign") == [.sign])
        #expect(table.scheme(named: "waxlogin".utf8)?.lineage.base?.inherited.contains("actions.login") == true)
        #expect(
            try RouteTable.load([.shipped, file(Self.good)]).scheme(named: "waxwallet".utf8)?.actions.keys
                == Self.actions)
    }

    @Test("S12: a coin type belongs to one coin, wherever its money lies")
    func coinTypes() {
        for (coin, other) in [
            ("plugin: mykey, account-chain: { chain-id: \(Self.id), bip44: 5 }", "dash"),
            ("plugin: mykey, account-chain: { chain-id: \(Self.id), bip44: 194 }", "eos"),
            ("plugin: dash, networks: { main: { p2pkh: 1, p2sh: 2, bip44: 194 } }", "eos"),
        ] {
            let found = mistakes(.shipped, file("version: 1\ncoins: { x: { ticker: X, \(coin) } }\n"))
            #expect(found.map(\.code) == [.coinTypeInUse])
            #expect(found.first?.message.contains("“\(other)”") == true)
        }
    }

    @Test("A later file cannot tighten what is not there")
    func amendment() {
        let text = "version: 1\ncoins: { eos: { max-money: \"5\", fee-per-kb: { max: 1 } } }\n"
        #expect(mistakes(.shipped, file(text)).map(\.brief) == ["conflict 2:17", "conflict 2:33"])
        // Neither can it describe the coin again.
        let whole = "version: 1\ncoins: { eos: { ticker: E, plugin: mykey, account-chain: { bip44: 9 } } }\n"
        #expect(mistakes(.shipped, file(whole)).contains { $0.code == .duplicateName })
    }

    @Test("Keys that the person moves are moved (S12)")
    func paths() throws {
        let table = try RouteTable.load([.shipped]).moving(["eos": 4_242])
        #expect(table.coin("eos")?.accountChain?.keyPath.description == "m/44'/4242'/0'/0/0")
        #expect(table.coin("eos")?.accountChain?.chainID.count == 32)
    }
}
