import RouterConfiguration
import RouterNetworkBackend
import RouterStorage
import RouterTestSupport
import RouterWallet
import SchemeRouter
import Testing

@testable import RouterProgram

/// A network is what config.yaml can name with `use:`.
@Suite struct NetworkTests {
    private func read(_ fields: String) throws -> PersonalConfiguration {
        try PersonalConfiguration.read(
            DescriptorFile(name: "config.yaml", bytes: Array("networks: { pebble: { \(fields) } }".utf8)),
            routes: Engine.router().routes, networks: SampleLists.networks)
    }

    @Test("its settings are read beside those of the others")
    func settings() throws {
        #expect(
            try read("use: market, fee-per-kb: \"0.0002\"").networks["pebble"]
                == CoinNetwork(use: MarketUse(fee: Amount(units: 20_000)!)))
        #expect(try read("use: sandbox").networks["pebble"]?.use.name == "sandbox")
    }

    @Test(
        "what is wrong with them is told with its place",
        arguments: [
            ("use: market", "missing-key"), ("use: market, fee-per-kb: \"1\"", "out-of-range"),
            ("use: market, fee-per-kb: \"0.0002\", servers: [a]", "conflict"),
            ("use: sandbox, fee-per-kb: \"0.0002\"", "conflict"), ("use: markt", "unknown-name"),
        ])
    func mistakes(_ fields: String, _ code: String) throws {
        let errors = #expect(throws: DescriptorErrors.self) { try read(fields) }
        #expect(errors?.diagnostics.map(\.code.rawValue) == [code])
    }

    @Test("the engine asks it, and “router doctor” looks at it")
    func asked() async throws {
        let directory = try Scratch()
        let routes = try Engine.router().routes
        let configuration = try read("use: market, fee-per-kb: \"0.0002\"")
        let networks = ConfiguredNetworks(
            configuration: configuration, routes: routes, directory: directory.path,
            wallet: WalletFiles(directory: directory.path),
            connections: Connections(
                configuration.connections, certificates: CertificateFiles(directory: directory.path),
                home: directory.path))
        let network = try networks.network(of: try #require(routes.coin("pebble")))
        #expect(try await network.chain.feePerKB() == Amount(units: 20_000))
        #expect(network.id == ChainID(coin: "pebble", network: .main, isPractice: true))
        let checks = await networks.checks { _ in }
        #expect(
            checks.map(\.line) == [
                "ok    The market of Pebble is at block 0; it asks 0.0002 PBL for 1,000 bytes."
            ])
    }
}
