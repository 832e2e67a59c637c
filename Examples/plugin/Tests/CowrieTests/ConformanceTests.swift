import Cowrie
import SchemeRouter
import SchemeRouterTesting
import Testing

/// The kit of SchemeRouter, run against the plugin.
@Suite struct ConformanceTests {
    static let recipient = "CW930000000000000007"

    static func kit() throws -> CoinPluginConformance {
        var fixtures = ConformanceFixtures()
        fixtures.foreignAddresses = ["CT050000000000000007", "XiUsEXvLjqhuz1Gunbymtw7JUwtkQXQHaa"]
        fixtures.configuredNetwork = { coin throws(ServiceError) in
            guard let ledger = CowrieLedger() else {
                throw ServiceError(.noNetwork, "no ledger")
            }
            let id = ChainID(coin: coin.id, network: .main, isPractice: false)
            return ConfiguredNetwork(id: id, chain: ledger, wallet: ledger)
        }
        return CoinPluginConformance(
            CowriePlugin(), named: CowriePlugin.name, routes: try RouteTable.load([.shipped, CowrieDescriptors.file]),
            links: [
                GoodLink(
                    "cowrie:pay=\(recipient)&amount=3&sender=shop",
                    is: .init(.payment, to: recipient, amount: Amount(units: 3), sender: "shop")),
                GoodLink(
                    "cowrie://pay=\(recipient)&amount=40&sender=shop&message=Forty%20shells",
                    is: .init(.payment, to: recipient, amount: Amount(units: 40), sender: "shop")),
            ], fixtures: fixtures)
    }

    @Test("the plugin keeps what plugins promise")
    func conforms() async throws {
        let report = try await Self.kit().run()
        #expect(report.findings.isEmpty, "\(report.findings)")
        #expect(report.passedCount >= 50, "\(report.text)")
    }
}

/// The family's own addresses.
@Suite struct CowrieAddressTests {
    @Test("an address is read, and no other text is one")
    func reads() throws {
        let address = try #require(CowrieAddress(number: 7))
        #expect(address.text == ConformanceTests.recipient && CowrieAddress(address.text) == address)
        #expect(CowrieAddress(number: 10_000_000_000_000_000) == nil)
        // Neighbours that are exchanged.
        #expect(CowrieAddress("CW930000000000000070") == nil)
        for wrong in [
            "", "CW", "CW93000000000000000", "CW9300000000000000070", "CW93000000000000000x", "CT050000000000000007",
        ] {
            #expect(CowrieAddress(wrong) == nil, "\(wrong)")
        }
    }

    @Test("the descriptor has no number of Bitcoin's")
    func kinds() throws {
        let routes = try RouteTable.load([.shipped, CowrieDescriptors.file])
        let network = try #require(routes.coin("cowrie")?.networks[.main])
        #expect(network.numbers == nil && network.encoding == .kinds([AddressForm(.iban, .iban, network: .main)]))
    }
}
