import RouterCoins
import RouterTestSupport
import SchemeRouter
import SchemeRouterTesting
import Testing

@testable import RouterNetworks

/// The kit for plugins, with the wallet program that pays the links.
@Suite struct MoneroKitTests {
    /// Links of a shop that waits for an answer.
    private static let teashop = DescriptorFile(
        name: "teashop.yaml",
        bytes: Array(
            """
            version: 1
            schemes:
              teashop:
                coin: monero
                grammar: uri
                callbacks: payment-proof
                links:
                  forms:
                    - { path: receive, does: address, parameters: { app: { is: sender, required: true } } }
                    - { path: "{address}", parameters: { amount: { is: amount }, app: { is: sender } } }
            """.utf8))

    private static func kit() throws -> CoinPluginConformance {
        var fixtures = ConformanceFixtures()
        fixtures.foreignAddresses = ["XiUsEXvLjqhuz1Gunbymtw7JUwtkQXQHaa"]
        fixtures.configuredNetwork = { coin throws(ServiceError) in
            guard let chain = try? WalletStandIn().chain() else { throw ServiceError(.noNetwork, "no wallet program") }
            return ConfiguredNetwork(
                id: ChainID(coin: coin.id, network: .main, isPractice: false), chain: chain, wallet: chain.wallet)
        }
        let amount = Amount(units: 1_500_000_000_000)
        return CoinPluginConformance(
            DescribedLinksPlugin(), named: DescribedLinksPlugin.name, routes: try RouteTable.load([.shipped, teashop]),
            links: [
                GoodLink(
                    "monero:\(WalletStandIn.recipient)?tx_amount=1.5&tx_description=Tea",
                    is: .init(.payment, to: WalletStandIn.recipient, amount: amount), amountText: "1.5"),
                GoodLink(
                    "monero:\(WalletStandIn.recipient)?tx_amount=1.500&recipient_name=Shop",
                    is: .init(.payment, to: WalletStandIn.recipient, amount: amount), amountText: "1.500"),
                GoodLink(
                    "teashop:\(WalletStandIn.recipient)?amount=1.5&app=myapp",
                    is: .init(.payment, to: WalletStandIn.recipient, amount: amount, sender: "myapp")),
                GoodLink("teashop:receive?app=myapp", is: .init(.address, sender: "myapp")),
            ], fixtures: fixtures)
    }

    @Test("links that a wallet program pays keep what plugins promise, their consents, too")
    func conforms() async throws {
        let report = try await Self.kit().run()
        #expect(report.findings.isEmpty, "\(report.findings)")
        #expect(report.passedCount >= 40, "\(report.text)")
    }
}
