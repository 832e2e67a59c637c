import RouterAxe
import RouterBitcoinFamily
import RouterDash
import RouterMYKEY
import SchemeRouter
import SchemeRouterTesting

/// The kits of this package's own plugins.
enum Kits {
    static let dashAddress = "XiUsEXvLjqhuz1Gunbymtw7JUwtkQXQHaa"
    static let dashLinks = [
        GoodLink(
            "dashwallet://pay=\(dashAddress)&amount=0.5&sender=myapp",
            is: .init(.payment, to: dashAddress, amount: Amount(units: 50_000_000), sender: "myapp")),
        GoodLink(
            "dashwallet:request=address&sender=myapp", is: .init(.address, sender: "myapp")),
        GoodLink(
            "dashwallet:request=masterPublicKey&account=3&sender=myapp", is: .init(.masterPublicKey, sender: "myapp")),
        GoodLink(
            "dash:\(dashAddress)?amount=0.25&label=Shop&message=Thanks&IS=1",
            is: .init(.payment, to: dashAddress, amount: Amount(units: 25_000_000))),
        GoodLink("dash:\(dashAddress)", is: .init(.payment, to: dashAddress)),
        GoodLink(
            "dash:\(dashAddress)?amount=1&pop=myapp%3A",
            is: .init(.payment, to: dashAddress, amount: Amount(units: 100_000_000))),
        GoodLink("dashwallet://scanqr", is: .init(.scanQR)),
    ]

    /// Addresses of other networks: one each of a test network, and of Bitcoin with both of its kinds.
    static let foreign = [
        "yLQmwB9hninHD8Ceh2UAqLFWCzirppNLik", "1LqBGSKuX5yYUonjxT5qGfpUsXKYYWeabA",
        "bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu",
    ]

    /// - Parameter simulated: changes the time and the work that the kit measures.
    static func dash(
        _ plugin: any ReadingPlugin = DashPlugin(), simulated: (inout ConformanceFixtures) -> Void = { _ in }
    ) throws -> CoinPluginConformance {
        var fixtures = Self.fixtures(foreign)
        simulated(&fixtures)
        return CoinPluginConformance(
            plugin, named: DashPlugin.name, routes: try RouteTable.load([.shipped]), links: dashLinks,
            fixtures: fixtures)
    }

    static func fixtures(_ foreign: [String]) -> ConformanceFixtures {
        var fixtures = ConformanceFixtures()
        fixtures.foreignAddresses = foreign
        return fixtures
    }

    static func axe() throws -> CoinPluginConformance {
        let address = "PGPCZFfHq3yWouM6Gnz5iJPnGMUwSPzLZs"
        return CoinPluginConformance(
            AxePlugin(), named: AxePlugin.name, routes: try RouteTable.load([.shipped]),
            links: [
                GoodLink(
                    "axewallet://pay=\(address)&amount=2.5&sender=shop",
                    is: .init(.payment, to: address, amount: Amount(units: 250_000_000), sender: "shop")),
                GoodLink("axewallet:request=address&sender=shop", is: .init(.address, sender: "shop")),
                GoodLink(
                    "axe:\(address)?amount=1&message=Hello&sender=shop",
                    is: .init(.payment, to: address, amount: Amount(units: 100_000_000), sender: "shop")),
            ], fixtures: fixtures([dashAddress] + foreign))
    }

    /// Coins that are only YAML: of the shipped ones and one that is dropped in.
    static func yaml() throws -> CoinPluginConformance {
        let coin = DescriptorFile(
            name: "feathercoin.yaml",
            bytes: Array(
                """
                version: 1
                coins:
                  feathercoin: { ticker: FTC, networks: { main: { p2pkh: 14, p2sh: [5, 96], bip44: 8 } } }
                schemes:
                  feathercoin: { coin: feathercoin, grammar: bip21, callbacks: dash-family }
                """.utf8))
        let segwit = "bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu"
        let old = "16L5yRNPTuciSgXGHqYwn9N6NeoKqopAu"
        let litecoin = "LKKHMBjCU89fyFNgSRprDoD8Jb25N8uWvd"
        let feather = "6dpmsVbQKzPtAWdjcAW1jXxNuSG1FQA2cp"
        return CoinPluginConformance(
            BitcoinLikePlugin(replies: DashReplies.all), named: BitcoinLikePlugin.name,
            routes: try RouteTable.load([.shipped, coin]),
            links: [
                GoodLink(
                    "bitcoin:\(segwit)?amount=0.01&label=Shop",
                    is: .init(.payment, to: segwit, amount: Amount(units: 1_000_000))),
                GoodLink("bitcoin:\(segwit)", is: .init(.payment, to: segwit)),
                GoodLink(
                    "bitcoin:\(old)?amount=20.3&pop=myapp%3A",
                    is: .init(.payment, to: old, amount: Amount(units: 2_030_000_000))),
                GoodLink(
                    "litecoin:\(litecoin)?amount=5&message=Rent",
                    is: .init(.payment, to: litecoin, amount: Amount(units: 500_000_000))),
                GoodLink(
                    "feathercoin:\(feather)?amount=12.5&sender=myapp",
                    is: .init(.payment, to: feather, amount: Amount(units: 1_250_000_000), sender: "myapp")),
            ],
            fixtures: fixtures([
                dashAddress, "mfcHP2WMCVLsVZA8yrovmhMgxNFW9r98xw", "tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx",
            ]))
    }

    static let userID = "7143c696-94eb-4cc4-a8bd-b7309579ac01"

    static func mykey() throws -> CoinPluginConformance {
        func link(_ json: String, scheme: String = "mykey") -> String {
            let param = json.utf8.map { byte in
                let letter = UnicodeScalar(byte)
                let isPlain = (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte & 0xDF)
                return isPlain
                    ? String(letter) : "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
            }.joined()
            return scheme == "mykey"
                ? "mykey://mykey.org/protocol?param=\(param)&appKey=9mDxSbyR&userId=\(userID)"
                : "simplewallet://eos.io?param=\(param)"
        }
        let transfer =
            #"{"action":"transfer","amount":1.5,"appKey":"9mDxSbyR","callback":"simple://x?action=transfer&callBackId=1","#
            + #""contract":"eosio.token","dappData":"thanks","dappName":"BiHu","desc":"buy me","precision":4,"#
            + #""protocol":"MYKEY","symbol":"EOS","to":"alicealice11","transferUrl":"https://dapp.example/t"}"#
        let login =
            #"{"action":"login","appKey":"9mDxSbyR","callback":"simple://x?action=login","dappName":"BiHu","#
            + #""loginUrl":"https://dapp.example/l","protocol":"MYKEY","uuID":"\#(userID)"}"#
        let bare =
            #"{"action":"login","callback":"https://abc.com?a=1","protocol":"SimpleWallet","uuID":"x1"}"#
        var fixtures = ConformanceFixtures()
        fixtures.signer = AccountSigner(account: "bobbobbobbob", permission: "active")
        fixtures.bindings = [DappBinding(appKey: "9mDxSbyR", userID: userID, account: "bobbobbobbob")]
        return CoinPluginConformance(
            MYKEYPlugin(now: { 1_700_000_000 }), named: MYKEYPlugin.name, routes: try RouteTable.load([.shipped]),
            links: [
                GoodLink(link(transfer), is: .init(.transfer, to: "alicealice11", sender: "simple")),
                GoodLink(link(login), is: .init(.login, sender: "simple")),
                GoodLink(bare, is: .init(.login)),
                GoodLink("mykey://mykey.org", is: .init(.openHome)),
            ], fixtures: fixtures)
    }
}
