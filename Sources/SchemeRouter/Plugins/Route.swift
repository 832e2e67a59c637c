/// Where the links of one scheme lead: resolved once, when the router is made.
final class Route: Sendable {
    let scheme: SchemeDescriptor
    let coin: CoinDescriptor
    let network: NetworkKind
    let plugin: any CoinPlugin
    let routes: RouteTable

    init(
        scheme: SchemeDescriptor, coin: CoinDescriptor, network: NetworkKind, plugin: any CoinPlugin, routes: RouteTable
    ) {
        self.scheme = scheme
        self.coin = coin
        self.network = network
        self.plugin = plugin
        self.routes = routes
    }
}
