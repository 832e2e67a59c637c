import SchemeRouter

/// The plugin and everything needed to check it.
struct Bench: Sendable {
    let plugin: any CoinPlugin
    let name: String
    let routes: RouteTable
    let links: [GoodLink]
    let fixtures: ConformanceFixtures
    let router: Router

    init(plugin: any CoinPlugin, name: String, routes: RouteTable, links: [GoodLink], fixtures: ConformanceFixtures) {
        self.plugin = plugin
        self.name = name
        self.routes = routes
        self.links = links
        self.fixtures = fixtures
        router = Self.router(plugin, name, routes, fixtures)
    }

    private static func router(
        _ plugin: any CoinPlugin, _ name: String, _ routes: RouteTable, _ fixtures: ConformanceFixtures
    ) -> Router {
        var plugins: PluginTable = [:]
        _ = plugins.add(plugin, named: name)
        return Router(routes: routes, plugins: plugins) { [network = fixtures.network] _ in network }
    }

    /// The same with another plugin or other descriptors.
    func with(plugin: (any CoinPlugin)? = nil, routes: RouteTable? = nil) -> Bench {
        Bench(
            plugin: plugin ?? self.plugin, name: name, routes: routes ?? self.routes, links: links, fixtures: fixtures)
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
        var payment: PaymentRequest? { if case .payment(let payment) = request { payment } else { nil } }

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
