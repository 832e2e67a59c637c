/// Where the links of one scheme lead: resolved once, when the router is made.
@usableFromInline final class Route: Sendable {
    @usableFromInline let scheme: SchemeDescriptor
    @usableFromInline let coin: CoinDescriptor
    @usableFromInline let network: NetworkKind
    @usableFromInline let parameters: NetworkParameters?
    @usableFromInline let routes: RouteTable
    let plugin: any CoinPlugin
    /// What the plugin can do beside reading.
    let ability: PluginAbility
    /// How its replies look; nil where links of the scheme get none.
    let form: ReplyForm?

    init(
        scheme: SchemeDescriptor, coin: CoinDescriptor, network: NetworkKind, plugin: any CoinPlugin, routes: RouteTable
    ) {
        self.scheme = scheme
        self.coin = coin
        self.network = network
        self.parameters = coin.networks[network]
        self.plugin = plugin
        ability = plugin.ability
        form = scheme.callbacks.flatMap { name in plugin.replyForms.first { $0.name == name } }
        self.routes = routes
    }
}
