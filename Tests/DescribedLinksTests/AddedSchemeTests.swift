import RouterTestSupport
import Testing

@testable import SchemeRouter

/// Added schemes change nothing about the links of shipped ones.
@Suite struct AddedSchemeTests {
    private static let address = "XiUsEXvLjqhuz1Gunbymtw7JUwtkQXQHaa"

    @Test(
        "an added scheme does not take the addresses of a shipped coin, whatever its name and state",
        arguments: ["aaa: { coin: dash, grammar: bip21 }", "aaa: { coin: dash, grammar: bip21, enabled: false }"])
    func shipped(scheme: String) throws {
        let router = try Reading.router(with: "version: 1\nschemes:\n  \(scheme)\n")
        #expect(router.routes.addressScheme(of: "dash") == "dash")
        #expect(try router.routedLink(Array(Self.address.utf8)).scheme.name == "dash")
    }

    @Test("of a coin's schemes, the one with its name has its addresses, then a shipped one, then the first")
    func order() throws {
        let router = try Reading.router(
            with: """
                version: 1
                coins:
                  coral: { ticker: COR, networks: { main: { p2pkh: 23, p2sh: 5, bech32: coral, bip44: 7007021 } } }
                  agate: { ticker: AGA, networks: { main: { p2pkh: 24, p2sh: 6, bech32: agate, bip44: 7007022 } } }
                  opal: { ticker: OPA, networks: { main: { p2pkh: 25, p2sh: 7, bech32: opal, bip44: 7007023 } } }
                schemes:
                  a1: { coin: coral, grammar: bip21 }
                  coral: { coin: coral, grammar: bip21 }
                  a2: { coin: agate, grammar: bip21, enabled: false }
                  b2: { coin: agate, grammar: bip21 }
                  c2: { coin: agate, grammar: bip21 }
                  a3: { coin: opal, grammar: bip21, enabled: false }
                  b3: { coins: [opal, agate], title: Both, grammar: bip21 }
                """)
        for (coin, scheme) in [("coral", "coral"), ("agate", "b2"), ("opal", nil)] as [(CoinID, String?)] {
            #expect(router.routes.addressScheme(of: coin) == scheme, "\(coin)")
        }
    }

    @Test("an added scheme does not take the requests in JSON that have no scheme from a shipped one")
    func json() throws {
        let router = try Reading.router(
            with: """
                version: 1
                coins:
                  other: { ticker: OTH, plugin: mykey, account-chain: { bip44: 7007024,
                           chain-id: 1064487b3cd1a897ce03ae5b6a865651747e2e152090f99c1d19d44e01aea5a4 } }
                schemes: { aaa: { coin: other, grammar: json-param, callbacks: simplewallet } }
                """)
        let link = try router.routedLink(Array("{}".utf8))
        #expect(link.scheme.name == "mykey" && link.coin.id == "eos")
        #expect(try router.routedLink(Array("aaa:x".utf8)).coin.id == "other")
    }

    @Test("where an added coin has the addresses and the title of another, both are told apart by their ids")
    func titles() throws {
        for (title, names) in [("Dash", "dash and dashx"), ("Dashes", "Dash and Dashes")] {
            let router = try Reading.router(
                with: """
                    version: 1
                    coins:
                      dashx: { title: \(title), ticker: DAX, networks: { main: { p2pkh: 76, p2sh: 16, bip44: 7007025 } } }
                    schemes: { dashx: { coin: dashx, grammar: bip21 } }
                    """)
            let error = Reading.error(Self.address, by: router)
            #expect(error?.code == .ambiguousCoin && error?.message.hasPrefix(names + " have") == true, "\(title)")
        }
    }
}
