import RouterBitcoinFamily
import RouterTestSupport
import SchemeRouter
import Testing

@testable import SchemeRouterTesting

/// The services that the kit for plugins gives the engine.
@Suite struct FixtureTests {
    private static func code(_ body: () async throws -> Void) async -> ServiceError.Code? {
        await #expect(throws: ServiceError.self) { try await body() }?.code
    }

    @Test("they start no program, sign nothing, and have only the network that the links use")
    func harmless() async throws {
        let desktop = FixtureDesktop()
        let program = try #require(try desktop.receiver(ofScheme: "myapp"))
        #expect(throws: LaunchError.self) { try desktop.open("myapp://x", scheme: "myapp", with: program) }

        let coin = try #require(try RouteTable.load([.shipped]).coin("bitcoin"))
        let networks = FixtureNetworks(network: nil, accounts: nil)
        #expect(await Self.code { _ = try networks.network(of: coin) } == .noNetwork)
        #expect(await Self.code { _ = try networks.accountNetwork(of: coin) } == .noNetwork)

        let chain = ChainID(coin: "bitcoin", network: .main, isPractice: false)
        let wallet = FixtureWallet(of: coin, on: chain, ownAddress: "1LqBGSKuX5yYUonjxT5qGfpUsXKYYWeabA")
        let prompt = FakePrompt([.type("passcode")])
        let passcode = try await prompt.passcode(Dialogue(title: "t", pages: ["p"], agree: "a"), mistake: nil)
        let error = await #expect(throws: ServiceError.self) { _ = try await wallet.unlock(with: passcode) }
        #expect(error?.code == .unsupported)
    }
}
