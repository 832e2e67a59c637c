/// A route with the plugin that reads its links and writes their replies.
final class PluginRoute: Sendable {
    let route: Route
    let plugin: any CoinPlugin
    let ability: PluginAbility
    private let knownForm: ReplyForm?

    /// The form of its replies; nil if links of the scheme get none.
    var form: ReplyForm? { knownForm ?? Self.form(of: route.scheme, plugin) }

    init(
        scheme: SchemeDescriptor, coin: CoinDescriptor, network: NetworkKind, plugin: any CoinPlugin, routes: RouteTable
    ) {
        route = Route(scheme: scheme, coin: coin, network: network, routes: routes) {
            plugin.understood(for: $0, in: $1)
        }
        self.plugin = plugin
        ability = plugin.ability
        knownForm = Self.form(of: scheme, plugin)
    }

    private static func form(of scheme: SchemeDescriptor, _ plugin: any CoinPlugin) -> ReplyForm? {
        scheme.callbacks.flatMap { name in plugin.replyForms.first { $0.name == name } }
    }
}
