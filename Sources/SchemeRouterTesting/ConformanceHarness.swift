import SchemeRouter

/// The plugin and everything needed to check it.
struct ConformanceHarness: Sendable {
    let plugin: any CoinPlugin
    /// What reads its links.
    let reader: any LinkReader
    let name: String
    let routes: RouteTable
    let links: [GoodLink]
    let fixtures: ConformanceFixtures
    let router: Router

    init(
        plugin: any CoinPlugin, reader: any LinkReader, name: String, routes: RouteTable, links: [GoodLink],
        fixtures: ConformanceFixtures
    ) {
        self.plugin = plugin
        self.reader = reader
        self.name = name
        self.routes = routes
        self.links = links
        self.fixtures = fixtures
        var plugins: PluginTable = [:]
        _ = plugins.add(plugin, reader: reader, named: name)
        router = Router(routes: routes, plugins: plugins) { [network = fixtures.network] _ in network }
    }

    /// The same with another plugin or other descriptors.
    func with(plugin: (any CoinPlugin)? = nil, routes: RouteTable? = nil) -> ConformanceHarness {
        ConformanceHarness(
            plugin: plugin ?? self.plugin, reader: reader, name: name, routes: routes ?? self.routes, links: links,
            fixtures: fixtures)
    }

    /// The request of a link, or why it is refused.
    func read(_ link: some Sequence<UInt8>) -> Result<WalletRequest, RequestError> {
        Result { () throws(RequestError) in try router.request(from: Array(link)) }
    }

    func read(_ link: String) -> Result<WalletRequest, RequestError> { read(link.utf8) }

    /// The good links that can be read.
    var known: [Known] {
        links.compactMap { good in
            guard case .success(let request) = read(good.link), request.action == good.meaning.action,
                let routed = try? router.routedLink(Array(good.link.utf8))
            else { return nil }
            return Known(good: good, request: request, routed: routed)
        }
    }

    /// A good link and its request.
    struct Known {
        let good: GoodLink
        let request: WalletRequest
        let routed: RoutedLink

        var link: String { good.link }
        var coin: CoinDescriptor { routed.coin }
        var scheme: SchemeDescriptor { routed.scheme }

        /// The payment to an address that it requests; nil for anything else.
        var payment: PaymentRequest? { request.payable }

        /// The link with one more parameter; nil if that cannot be added.
        func adding(_ parameter: String) -> String? {
            guard !routed.isBareJSON, routed.body.lowerBound > 0 else { return nil }
            let whole = link.prefix { $0 != "#" }
            let rest = link[whole.endIndex...]
            let hasQuery = scheme.grammar == .authorityParameters || whole.utf8.contains(UInt8(ascii: "?"))
            return whole + (hasQuery ? "&" : "?") + parameter + rest
        }
    }

    /// A short form of a link, safe to print.
    static func shown(_ link: String) -> String { Quoted(link, limit: 160).description }

    static func shown(_ result: Result<WalletRequest, RequestError>) -> String {
        switch result {
        case .success(let request): "read as \(request.action.rawValue)"
        case .failure(let error): "refused as \(error.code.rawValue)"
        }
    }
}

extension Result where Success == WalletRequest, Failure == RequestError {
    var request: WalletRequest? { try? get() }

    var error: RequestError? { if case .failure(let error) = self { error } else { nil } }
}

extension CoinPlugin {
    /// The reply, or nil if there is none or the plugin failed. Plugins in the kit run in this process, so they have no
    /// reason to fail.
    func told(_ request: ReplyRequest, ending: Ending) -> ReplyTemplate? {
        (try? reply(to: request, ending: ending)) ?? nil
    }
}

/// The engine around the plugin, with services that have no effect.
extension ConformanceHarness {
    /// What is needed to carry out a link.
    struct Stage {
        let wallet: FixtureWallet
        let network: ConfiguredNetwork?
        let services: Services
        let facts: ChainFacts?

        /// Everything that a plugin receives to propose a payment.
        var payment: PaymentServices? {
            guard let facts, let fees = facts.coin.addressLedger?.feePerKB else { return nil }
            return PaymentServices(
                chain: facts, utxos: wallet.utxos, changeAddress: wallet.changeAddress,
                feePerKB: max(fees.normal, fees.min))
        }
    }

    /// Throws if there is no such network.
    func stage(_ known: Known) throws -> Stage {
        let coin = known.coin
        var chain = ChainID(coin: coin.id, network: fixtures.network, isPractice: false)
        var network: ConfiguredNetwork?
        if coin.accountChain == nil {
            let made = try fixtures.configuredNetwork.map { (make) throws(ServiceError) in try make(coin) }
            network = made ?? ConfiguredNetwork(id: chain, chain: MemoryNetwork())
        }
        chain = network?.id ?? chain
        let own = fixtures.ownAddress ?? links.lazy.compactMap(\.meaning.recipient).first ?? ""
        let wallet = FixtureWallet(of: coin, on: chain, ownAddress: own)
        let accounts = AccountNetwork(
            id: chain, signer: fixtures.signer, chain: MemoryAccountChain(keys: [FixtureWallet.accountKey]))
        let facts = coin.networks[chain.network].map {
            ChainFacts(coin: coin, id: chain, parameters: $0, isLockOn: coin.hasLock)
        }
        // Nobody agrees.
        var services = MemoryServices().services
        services.networks = FixtureNetworks(network: network, accounts: coin.accountChain == nil ? nil : accounts)
        services.keyring = wallet
        services.launcher = FixtureDesktop()
        services.receivers = FixtureDesktop()
        services.bindings = MemoryBindings(fixtures.bindings)
        services.servers = nil
        services.settings = Settings()
        services.now = { FixtureDesktop.time }
        return Stage(wallet: wallet, network: network, services: services, facts: facts)
    }

    /// The pages of the consent. Throws if the person would not be asked: the engine's error about the link, the
    /// plugin's reply or its proposal.
    func pages(of known: Known) async throws -> [String] {
        let link = try router.read(Array(known.link.utf8))
        return try await LinkExecution(services: try stage(known).services).preview(link, to: .here)
    }

    /// Why the engine does not ask the person about a link; nil if it does.
    func refusal(of known: Known) async -> String? {
        do {
            _ = try await pages(of: known)
            return nil
        } catch let error as ServiceError {
            return "\(error.code.rawValue): \(error.message)"
        } catch let error as RequestError {
            return "\(error.code.rawValue): \(error.message)"
        } catch {
            return "\(error)"
        }
    }

    /// Whether this program never asks about such links, whatever the plugin does.
    func isUnasked(_ request: WalletRequest) -> Bool {
        switch request {
        // Unless the network has a wallet that pays them.
        case .payment: request.payable == nil && fixtures.configuredNetwork == nil
        case .foreign, .scanQR, .open: true
        case .address, .key, .login, .actions, .sign: false
        }
    }
}
