@testable import RouterCoins
@testable import SchemeRouter

/// The shipped descriptors and plugins.
enum Shipped {
    static let time: UnixTime = 1_700_000_000
    static let plugins = PluginList.all(now: { time })

    static let routes: RouteTable = {
        do { return try RouteTable.load([.shipped]) } catch { fatalError("the shipped descriptors are wrong") }
    }()

    static let router = Router(routes: routes, plugins: plugins)

    /// Routers with only the descriptors that links of one scheme need, as for a click.
    static let excerpts: [String: Router] = routes.schemes.reduce(into: [:]) { routers, scheme in
        let routes = RouteTable.shipped(forLinksOf: Array(scheme.name.utf8)[...])
        routers[scheme.name] = Router(routes: routes, plugins: plugins)
    }
}
