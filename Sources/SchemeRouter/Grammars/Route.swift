/// Where the links of one scheme lead: resolved once, when the router is created.
@usableFromInline final class Route: Sendable {
    @usableFromInline let scheme: SchemeDescriptor
    @usableFromInline let coin: CoinDescriptor
    @usableFromInline let network: NetworkKind
    @usableFromInline let parameters: NetworkParameters?
    @usableFromInline let routes: RouteTable
    /// How its links are written if this wallet answers them.
    var wallet: WalletRules { scheme.links?.wallet ?? .named(by: scheme.grammar) }
    /// The `req-` parameters that the coin's plugin honours in links of a grammar (S3).
    let understood: @Sendable (CoinDescriptor, SchemeDescriptor.Grammar) -> Set<ParameterName>

    init(
        scheme: SchemeDescriptor, coin: CoinDescriptor, network: NetworkKind, routes: RouteTable,
        understood: @escaping @Sendable (CoinDescriptor, SchemeDescriptor.Grammar) -> Set<ParameterName>
    ) {
        self.scheme = scheme
        self.coin = coin
        self.network = network
        self.parameters = coin.networks[network]
        self.routes = routes
        self.understood = understood
    }
}
