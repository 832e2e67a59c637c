@testable import RouterCoins
@testable import SchemeRouter

/// The descriptors and plugins that are shipped.
enum Shipped {
    static let time: UnixTime = 1_700_000_000
    static let plugins = PluginList.all(now: { time })

    static let routes: RouteTable = {
        do { return try RouteTable.load([.shipped]) } catch { fatalError("the shipped descriptors are wrong") }
    }()

    static let router = Router(routes: routes, plugins: plugins)

    /// A router that has read no more of the descriptors than links of one scheme need, as a click has it.
    static let excerpts: [String: Router] = routes.schemes.reduce(into: [:]) { routers, scheme in
        guard let routes = try? RouteTable.shipped(forLinksOf: Array(scheme.name.utf8)[...]) else { return }
        routers[scheme.name] = Router(routes: routes, plugins: plugins)
    }
}
