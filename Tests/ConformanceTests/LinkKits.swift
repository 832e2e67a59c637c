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
}
