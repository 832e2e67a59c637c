import RouterTestSupport
import Testing

@testable import SchemeRouter

/// What carries a link out, and why nothing here can.
@Suite struct PaymentBackendTests {
    /// The test network of every coin.
    private struct TestNetworks: NetworkDirectory {
        func network(of coin: CoinDescriptor) throws(ServiceError) -> ConfiguredNetwork {
            ConfiguredNetwork(id: ChainID(coin: coin.id, network: .test, isPractice: false), chain: FakeChain())
        }

        func accountNetwork(of coin: CoinDescriptor) throws(ServiceError) -> AccountNetwork {
            throw ServiceError(.noNetwork, "No network is chosen for \(coin.title).")
        }
    }

    private static func backend(_ services: Services, _ url: String) throws -> PaymentBackend {
        try LinkExecution(services: services).backend(of: try ExecutionFixture().read(url))
    }

    @Test("a payment is locked where the coin has locks, unless the person switched them off")
    func locks() throws {
        for (url, off, isOn) in [
            (ExecutionFixture.pay, [], true), (ExecutionFixture.pay, ["dash"], false),
            (ExecutionFixture.pay, ["bitcoin"], true), ("bitcoin:1LqBGSKuX5yYUonjxT5qGfpUsXKYYWeabA", [], false),
            ("bitcoin:1LqBGSKuX5yYUonjxT5qGfpUsXKYYWeabA", ["bitcoin"], false),
        ] as [(String, Set<CoinID>, Bool)] {
            var fixture = ExecutionFixture()
            fixture.settings.locksOff = off
            guard case .keys(_, let facts, let network) = try Self.backend(fixture.services, url) else {
                Issue.record("\(url)")
                continue
            }
            #expect(facts.isLockOn == isOn && facts.id == network.id, "\(url)")
        }
    }

    @Test("a link of one network is not carried out on another, and a code is not scanned here")
    func refusals() throws {
        var services = ExecutionFixture().services
        services.networks = TestNetworks()
        for (url, code, message, hint) in [
            (
                ExecutionFixture.pay, .badConfiguration,
                "The link was read for a different network than the configured one.", nil
            ),
            (
                "dashwallet://scanqr", .unsupported, "Scanning QR codes is not supported.",
                "Scan the code with a phone and open its link here."
            ),
        ] as [(String, ServiceError.Code, String, String?)] {
            let error = #expect(throws: ServiceError.self) { try Self.backend(services, url) }
            #expect(error?.code == code && error?.message == message && error?.hint == hint)
        }
    }
}
