import RouterBitcoinFamily
import RouterConfiguration
import RouterNetworkBackend
import RouterNetworks
import RouterStorage
import RouterTestSupport
import RouterWallet
import SchemeRouter
import Testing

@testable import RouterProgram

/// The network of another package, which `RouterCommandLine(networks:)` adds.
private struct BoothNetwork: AddedNetwork {
    static let (name, isPractice) = ("booth", true)
    static var settings: [String] { ["network", "label"] }
    let label: String

    init(settings: [String: String], of coin: CoinDescriptor) throws(SettingMistake) {
        guard coin.id != "bitcoin" else { throw SettingMistake("\(coin.title) is not sold here", hint: "use pebbles") }
        guard settings["label"] != "full" else { throw SettingMistake(in: "label", "this booth is full") }
        label = settings.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }.joined(separator: ", ")
    }

    func network(_ context: NetworkContext) throws(ServiceError) -> ConfiguredNetwork {
        // “real” passes practice money off as real money.
        ConfiguredNetwork(id: context.id(isPractice: label != "label real"), chain: FakeChain())
    }

    func checks(_ context: NetworkContext) async -> [HealthCheck] {
        [HealthCheck("booth", .warning, "The booth of \(context.coin.title) says: \(label).", advice: "Listen.")]
    }
}

/// One that declares only what every network must.
private struct StallNetwork: AddedNetwork {
    static let (name, isPractice) = ("stall", false)

    init(settings: [String: String], of coin: CoinDescriptor) throws(SettingMistake) {}

    func network(_ context: NetworkContext) throws(ServiceError) -> ConfiguredNetwork {
        ConfiguredNetwork(id: context.id(isPractice: false), chain: FakeChain())
    }
}

/// Networks of other packages are read, checked and asked like those of this one.
@Suite struct AddedNetworkTests {
    private func read(_ networks: String) throws -> PersonalConfiguration {
        try PersonalConfiguration.read(
            DescriptorFile(name: "config.yaml", bytes: Array("networks: { \(networks) }".utf8)),
            routes: Engine.router().routes, networks: NetworkList.all + [BoothNetwork.use, StallNetwork.use])
    }

    private func opened(_ networks: String, in directory: Scratch) throws -> ConfiguredNetworks {
        let configuration = try read(networks)
        return ConfiguredNetworks(
            configuration: configuration, routes: try Engine.router().routes, directory: directory.path,
            wallet: WalletFiles(directory: directory.path),
            connections: Connections(
                configuration.connections, certificates: CertificateFiles(directory: directory.path),
                home: directory.path))
    }

    @Test("its settings reach it as text, without the network, which is read for it")
    func settings() async throws {
        let directory = try Scratch()
        let networks = try opened("dash: { use: booth, network: test, label: \"two words\" }", in: directory)
        #expect(networks.configuration.networks["dash"]?.network == .test)
        let coin = try #require(networks.routes.coin("dash"))
        #expect(try networks.network(of: coin).id == ChainID(coin: "dash", network: .test, isPractice: true))
        #expect(
            await networks.checks { _ in } == [
                HealthCheck("booth", .warning, "The booth of Dash says: label two words.", advice: "Listen.")
            ])
    }

    @Test("different settings are different choices")
    func differs() throws {
        let choices = try ["use: booth, label: a", "use: booth, label: b", "use: stall", "use: sandbox"].map {
            try #require(try read("pebble: { \($0) }").networks["pebble"])
        }
        #expect(Set(choices).count == 4)
        #expect(try read("pebble: { use: booth, label: a }").networks["pebble"] == choices[0])
    }

    @Test(
        "what it says of its settings is reported at their place",
        arguments: [
            ("pebble: { use: booth, label: full }", "1:42", "this booth is full", nil),
            ("bitcoin: { use: booth }", "1:29", "Bitcoin is not sold here", "use pebbles"),
            ("pebble: { use: booth, label: [a] }", "1:42", nil, nil),
        ] as [(String, String, String?, String?)])
    func mistakes(_ networks: String, _ place: String, _ message: String?, _ hint: String?) throws {
        let errors = #expect(throws: DescriptorErrors.self) { try read(networks) }
        let found = try #require(errors?.diagnostics.first)
        #expect(errors?.diagnostics.count == 1)
        #expect("\(found.line):\(found.column)" == place)
        if let message { #expect(found.message == message && found.hint == hint) }
    }

    @Test("S14: one that returns another network than it was asked for is refused")
    func wrongNetwork() throws {
        let directory = try Scratch()
        let networks = try opened("pebble: { use: booth, label: real }", in: directory)
        let coin = try #require(networks.routes.coin("pebble"))
        let error = #expect(throws: ServiceError.self) { try networks.network(of: coin) }
        #expect(error?.code == .internalError && error?.message.contains("“booth”") == true)
    }

    @Test("without settings and checks of its own it has none")
    func plain() async throws {
        let directory = try Scratch()
        let networks = try opened("pebble: { use: stall }", in: directory)
        let coin = try #require(networks.routes.coin("pebble"))
        #expect(try networks.network(of: coin).id == ChainID(coin: "pebble", network: .main, isPractice: false))
        #expect(await networks.checks { _ in }.isEmpty)
        #expect(StallNetwork.use.keys == ["network"] && !StallNetwork.use.servesAccounts)
        #expect(throws: DescriptorErrors.self) { try read("pebble: { use: stall, label: a }") }
    }

    @Test("a network of addresses has no accounts, and one of accounts no addresses")
    func otherKind() throws {
        let directory = try Scratch()
        let networks = try opened("pebble: { use: stall }", in: directory)
        let coin = try #require(networks.routes.coin("pebble"))
        let chosen = try #require(networks.configuration.networks["pebble"])
        let context = NetworkContext(
            coin, chosen, connections: networks.connections, ledgers: directory.path, keyring: FakeKeyring(utxos: []),
            now: { 1_000 })
        let noAccounts = #expect(throws: ServiceError.self) { try chosen.use.accountNetwork(context) }
        #expect(noAccounts?.code == .unsupportedNetwork)
        #expect(noAccounts?.message == "“use: stall” does not support Pebble.")
        let noSigner = #expect(throws: ServiceError.self) { try context.account() }
        #expect(noSigner?.code == .badConfiguration)
        let accounts = try #require(
            try read("eos: { use: sandbox, account: alice }").networks["eos"])
        let noAddresses = #expect(throws: ServiceError.self) { try accounts.use.network(context) }
        #expect(noAddresses?.code == .unsupportedNetwork)
    }

    @Test("the program takes them with plugins and descriptors, and no name of a plugin twice")
    func commandLine() {
        let file = DescriptorFile(name: "booth.yaml", bytes: Array("version: 1".utf8))
        let good = RouterCommandLine(
            plugins: [("booth", TallyPlugin()), ("stall", TallyPlugin())],
            networks: [BoothNetwork.self, StallNetwork.self], descriptors: [file])
        #expect(good.taken.isEmpty && good.additions.networks.map { $0.name } == ["booth", "stall"])
        #expect(good.additions.plugins["stall"] != nil && good.additions.descriptors.map(\.name) == ["booth.yaml"])
        let ours = BitcoinLikePlugin.name
        let bad = RouterCommandLine(plugins: [
            ("booth", TallyPlugin()), ("booth", TallyPlugin()), (ours, TallyPlugin()),
        ])
        #expect(bad.taken == ["booth", ours])
    }
}
