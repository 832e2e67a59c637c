/// A route with the plugin that reads its links and writes their replies.
final class PluginRoute: Sendable {
    let route: Route
    let plugin: any CoinPlugin
    let ability: PluginAbility
    /// How its replies look; nil where links of the scheme get none.
    let form: ReplyForm?

    init(
        scheme: SchemeDescriptor, coin: CoinDescriptor, network: NetworkKind, plugin: any CoinPlugin, routes: RouteTable
    ) {
        route = Route(scheme: scheme, coin: coin, network: network, routes: routes) {
            plugin.understood(for: $0, in: $1)
        }
        self.plugin = plugin
        ability = plugin.ability
        form = scheme.callbacks.flatMap { name in plugin.replyForms.first { $0.name == name } }
    }
}
