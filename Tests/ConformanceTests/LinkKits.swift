import RouterCoins
import RouterTestSupport
import SchemeRouter
import SchemeRouterTesting

/// The kits of the plugins that read links of described protocols.
extension Kits {
    static func signingRequests() throws -> CoinPluginConformance {
        var payment = RequestToSign(action: RequestToSign.transfer())
        payment.callback = "myapp://done?tx={{tx}}&sig={{sig}}"
        var posted = RequestToSign(action: RequestToSign.transfer(memo: "rent"))
        (posted.callback, posted.flags) = ("https://shop.example/esr?id=1", 3)
        let login = RequestToSign.identity(for: "shop", callback: "myapp://in?sig={{sig}}&sa={{sa}}")
        var fixtures = ConformanceFixtures()
        fixtures.signer = AccountSigner(account: "bobbobbobbob", permission: "active")
        return CoinPluginConformance(
            SigningRequestPlugin(), named: SigningRequestPlugin.name, routes: try RouteTable.load([.shipped]),
            links: [
                GoodLink(payment.link, is: .init(.transaction, sender: "myapp")),
                GoodLink("web+esr:" + posted.payload, is: .init(.transaction)),
                GoodLink("esr:" + RequestToSign.payload(login.deflated), is: .init(.login, sender: "myapp")),
            ], fixtures: fixtures)
    }

    static func described() throws -> CoinPluginConformance {
        let monero =
            "42ey1afDFnn4886T7196doS9GPMzexD9gXpsZJDwVjeRVdFCSoHnv7KPbBeGpzJBzHRCAs9UxqeoyFQMYbqSWYTfJJQAWDm"
        let stellar = "GCALNQQBXAPZ2WIRSDDBMSTAKCUH5SG6U76YBFLQLIXJTF7FE5AX7AOO"
        return CoinPluginConformance(
            DescribedLinksPlugin(), named: DescribedLinksPlugin.name, routes: try RouteTable.load([.shipped]),
            links: [
                GoodLink(
                    "monero:\(monero)?tx_amount=1.5&tx_description=Tea", is: .init(.payment, to: monero),
                    amountText: "1.5"),
                GoodLink(
                    "web+stellar:pay?destination=\(stellar)&amount=120.5&msg=Rent", is: .init(.payment, to: stellar)),
            ], fixtures: fixtures(foreign + [dashAddress]))
    }

    /// Addresses of each kind that descriptors build from parts, amounts in their units, tags, tokens, and secrets.
    static func describedParts() throws -> CoinPluginConformance {
        let liquid =
            "lq1qqdj2z33zu7hzy33yvtsjnm0mnsl8ndsgcwkny4vdhgdee74zpquwvmscm0xgxdkqajry76v20qa3fx6ntksmgexfyuks2m875"
        let asset = "6f0279e9ed041c3d710a9f57d0c02928416460c4b722ae3457a11eec381c526d"
        let payments = [
            ("tron:{to}?amount=100.00&memo=A-7", "TXazNpVenR6LnDQVpiPEYC9aYPE9TRQ6ej", "100.00"),
            ("liquidnetwork:{to}?amount=0.01&assetid=\(asset)", liquid, "0.01"),
            ("xrpl:{to}?amount=10&dt=123", "rXhNEjadaXFHLemcqzd4n7fajVmyeRXmR", "10"),
            (
                "nano:{to}?amount=1000000000000000000000000000000&label=Shop",
                "nano_3bptuioio7gwhnsn9ouynyiwnsui9czxb88ps9rb77789g3hzrf47meb443y",
                "1000000000000000000000000000000"
            ),
            (
                "algorand://{to}?amount=150&asset=45",
                "O7ZTL62MN4MFKGTZ5HHAEYKWWSF3IYFUYYUU5HZD4U3SJOOZUGVBRGM3UU", "150"
            ),
            (
                "{to}?amount=1.5&label=Tea",
                "kaspa:qpe2nnhrp3jga4utzmp6rhau6s839nh3jfycq06nr4sfkthuuutp5eehztnsc", "1.5"
            ),
            (
                "ton://transfer/{to}?amount=5000000&text=hello", "UQAnNGCPzyiwMaoBtsZkf_hc43EV-2IW3xtLidAgSei73U4K",
                "5000000"
            ),
        ].map { link, recipient, amount in
            GoodLink(
                link.split(separator: "{to}", omittingEmptySubsequences: false).joined(separator: recipient),
                is: .init(.payment, to: recipient), amountText: amount)
        }
        let key = String(repeating: "5a", count: 32)
        return CoinPluginConformance(
            DescribedLinksPlugin(), named: DescribedLinksPlugin.name, routes: try RouteTable.load([.shipped]),
            links: payments + [
                GoodLink("taler://pay/shop.example/ORD123/?c=\(key)", is: .init(.payment)),
                GoodLink("wc:\(key)@2?symKey=\(key)&relay-protocol=irn", is: .init(.login)),
            ], fixtures: fixtures(foreign + [dashAddress]))
    }
}
