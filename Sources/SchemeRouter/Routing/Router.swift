import Synchronization

/// Reads wallet links: finds the descriptor of a link's scheme and lets the coin's reader read the request.
///
/// Reading has no effects and needs no wallet. ``LinkExecution`` carries out requests.
public struct Router: Sendable {
    /// The longest link accepted, in bytes; only MYKEY's grammar allows more (S1).
    public static let maxLinkLength = LinkBytes.maxLength
    /// The longest link of the MYKEY grammar, in bytes.
    public static let maxJSONLinkLength = 131_000

    /// The descriptors.
    public var routes: RouteTable { contents.routes }
    var plugins: PluginTable { contents.plugins }
    private let contents: Contents

    /// A single reference to everything: each link that was read keeps its router.
    private final class Contents: Sendable {
        let routes: RouteTable
        let plugins: PluginTable
        let network: @Sendable (CoinID) -> NetworkKind
        /// The routes of each scheme, in the order of the table; several for a scheme that coins share.
        let resolved: [[PluginRoute]]
        /// The routes of bare addresses, computed once: few links are such, and they need all coins.
        private let ofAddresses = Mutex<[PluginRoute]?>(nil)

        var addressRoutes: [PluginRoute] {
            ofAddresses.withLock { known in
                if let known { return known }
                let schemes = routes.addressSchemes
                let found = routes.coinList.flatMap { coin in
                    schemes[coin.id].map { Router.routes(of: $0, in: routes, plugins: plugins, network: network) } ?? []
                }
                known = found
                return found
            }
        }

        init(routes: RouteTable, plugins: PluginTable, network: @escaping @Sendable (CoinID) -> NetworkKind) {
            self.routes = routes
            self.plugins = plugins
            self.network = network
            resolved = routes.readSchemes.map { scheme in
                Router.routes(of: scheme, in: routes, plugins: plugins, network: network)
            }
        }
    }

    /// Creates a router from descriptors and plugins.
    /// - Parameters:
    ///   - routes: the descriptors.
    ///   - plugins: the plugins by their names in descriptors.
    ///   - network: the network that the person uses for a coin.
    public init(
        routes: RouteTable, plugins: PluginTable,
        network: @escaping @Sendable (CoinID) -> NetworkKind = { _ in .main }
    ) {
        contents = Contents(routes: routes, plugins: plugins, network: network)
    }

    /// The same for plugins in a dictionary.
    @_disfavoredOverload
    public init(
        routes: RouteTable, plugins: [String: any ReadingPlugin],
        network: @escaping @Sendable (CoinID) -> NetworkKind = { _ in .main }
    ) {
        self.init(routes: routes, plugins: PluginTable(plugins), network: network)
    }

    /// The routes of a scheme, one for each of its coins; empty while it is disabled.
    private static func routes(
        of scheme: SchemeDescriptor, in routes: RouteTable, plugins: PluginTable,
        network: (CoinID) -> NetworkKind
    ) -> [PluginRoute] {
        guard scheme.isEnabled else { return [] }
        if scheme.coins.isEmpty {
            guard scheme.grammar == .uri, let name = scheme.reader, let entry = plugins.entry(named: name) else {
                return []
            }
            let coin = CoinDescriptor.none(of: scheme)
            return [PluginRoute(scheme: scheme, coin: coin, network: .main, entry, routes: routes)]
        }
        let found: [PluginRoute] = scheme.coins.compactMap { id in
            guard let coin = routes.coin(id) else { return nil }
            guard let entry = plugins.entry(named: scheme.reader ?? coin.plugin) else { return nil }
            return PluginRoute(scheme: scheme, coin: coin, network: network(id), entry, routes: routes)
        }
        // If one of its coins were missing, its addresses would be attributed to another coin.
        return found.count == scheme.coins.count ? found : []
    }

    /// The routes of bare addresses.
    private var addressRoutes: [PluginRoute] { contents.addressRoutes }

    /// Reads a link: the request, who will act on it, and the reply, which is compared with the request.
    public func read(_ bytes: [UInt8]) throws(RequestError) -> ReadLink {
        let (link, route) = try routed(bytes)
        let request = try request(from: link, by: route, of: bytes)
        let reply = try ReadLink.reply(to: .link(request), by: route)
        return ReadLink(request, reply: reply, link: link, route: route, router: self)
    }

    /// Reads only the request in a link, without who would act on it or be notified: for programs that only show it.
    public func request(from bytes: [UInt8]) throws(RequestError) -> WalletRequest {
        let (link, route) = try routed(bytes)
        return try request(from: link, by: route, of: bytes)
    }

    /// Nothing of a wrong link is quoted if such links have secrets: they may be anywhere in it (S8).
    private func request(
        from link: RoutedLink, by route: PluginRoute, of bytes: [UInt8]
    ) throws(RequestError) -> WalletRequest {
        do throws(RequestError) {
            return try route.reader.request(from: link)
        } catch {
            var error = otherAddress(error, in: link) ?? error
            error.hidesLink = error.hidesLink || Self.hasSecrets(link.route)
            if link.bytes != bytes { error.range = 0..<bytes.count }
            throw error
        }
    }

    /// Whether links of a scheme can have a secret, or addresses of its coin look like the keys of others.
    private static func hasSecrets(_ route: Route) -> Bool {
        route.scheme.links?.hasSecret == true || route.coin.addresses.contains { $0.use == .secret }
    }

    /// The shortest text that could be a key.
    private static let shortestKey = 20

    /// A link as its plugin receives it.
    package func routedLink(_ bytes: [UInt8]) throws(RequestError) -> RoutedLink { try routed(bytes).0 }

    func routed(_ bytes: [UInt8]) throws(RequestError) -> (RoutedLink, PluginRoute) {
        let link: LinkBytes
        do throws(RequestError) {
            link = try LinkBytes(bytes)
        } catch {
            guard let other = try self.link(meaning: bytes) else {
                // What it is, nobody knows.
                var error = error
                error.hidesLink = bytes.count >= Self.shortestKey
                throw error
            }
            return try routed(other, insteadOf: bytes)
        }
        if mayMeanAnother(link), let other = try self.link(meaning: bytes) {
            return try routed(other, insteadOf: bytes)
        }
        let route = try route(of: link)
        let isJSON = route.route.scheme.grammar == .jsonParameter
        do throws(RequestError) {
            try link.checkBytes(
                limit: isJSON ? Self.maxJSONLinkLength : Self.maxLinkLength,
                leniency: Self.leniency(of: route.route.scheme))
        } catch {
            var error = error
            error.hidesLink = Self.hasSecrets(route.route)
            throw error
        }
        if let other = otherRoute(of: link, by: route) { return (RoutedLink(link, route: other.route), other) }
        let routed = RoutedLink(link, route: route.route)
        guard route.route.scheme.coins.isEmpty, let own = coinRoute(of: routed, by: route) else {
            return (routed, route)
        }
        return (RoutedLink(link, route: own.route), own)
    }

    /// The same for the link that a text means. The place of a mistake in it is the whole text.
    private func routed(_ link: [UInt8], insteadOf text: [UInt8]) throws(RequestError) -> (RoutedLink, PluginRoute) {
        do throws(RequestError) {
            return try routed(link)
        } catch {
            var error = error
            error.range = 0..<text.count
            throw error
        }
    }

    /// The route of a request that only other wallets carry out, in a scheme whose other links this wallet answers; nil for any
    /// other link.
    private func otherRoute(of link: LinkBytes, by route: PluginRoute) -> PluginRoute? {
        let scheme = route.route.scheme
        guard let rules = scheme.otherwise, rules.describes(link), let entry = plugins.entry(named: LinkRules.plugin)
        else {
            return nil
        }
        return PluginRoute(
            scheme: scheme.reading(rules), coin: route.route.coin, network: .main, entry, routes: routes)
    }

    /// Whether a text is an address of no coin of this wallet, or the address of a page.
    private func mayMeanAnother(_ link: LinkBytes) -> Bool {
        guard link.isBareAddress else {
            let name = link.bytes[link.scheme]
            return name.count < 6 && routes.position(of: name) == nil && routes.stoppedFile(of: name) == nil
        }
        let address = String(decoding: link.bytes[AddressFrame(link).address], as: UTF8.self)
        return !addressRoutes.contains { candidate in
            candidate.route.parameters.map { candidate.reader.isAddress(address, on: $0) } ?? false
        }
    }

    private static func leniency(of scheme: SchemeDescriptor) -> LinkBytes.Leniency {
        switch scheme.grammar {
        case .bip21: .texts
        case .authorityParameters: .none
        case .uri, .jsonParameter: scheme.links?.takesAt == true ? .anywhere : .query
        }
    }

    /// The route of a link that names its own coin; nil if it names no described coin.
    private func coinRoute(of link: RoutedLink, by route: PluginRoute) -> PluginRoute? {
        guard let id = route.reader.coin(of: link), let coin = routes.coin(id), !coin.isForeign else { return nil }
        return PluginRoute(
            scheme: link.scheme, coin: coin, network: contents.network(id), route.entry, routes: routes)
    }

    private func route(of link: LinkBytes) throws(RequestError) -> PluginRoute {
        guard !link.isBareAddress else { return try choose(addressRoutes, for: link) }
        guard !link.isBareJSON else { return try jsonRoute(for: link) }
        if let stopped = routes.stoppedFile(of: link.bytes[link.scheme]) {
            let name = String(decoding: link.bytes[link.scheme], as: UTF8.self).lowercased()
            throw RequestError(
                .brokenDescriptor,
                "“\(name):” links are refused, because \(Quoted.word(stopped.file)), which describes them, has mistakes.",
                at: link.scheme,
                hint: "Correct that file, or remove it.".adding(
                    Remedy.checkDescriptors.text { "\($0) shows the mistakes." }))
        }
        guard let position = routes.position(of: link.bytes[link.scheme]) else {
            let name = String(decoding: link.bytes[link.scheme], as: UTF8.self)
            // A key with a colon in it looks like a long scheme with digits.
            let isName = name.utf8.count < 16 || !name.utf8.contains(where: \.isASCIIDigit)
            let shown = isName ? name : KeyMaterial.mark
            var error = RequestError(
                .unsupportedScheme, "No descriptor defines the scheme “\(shown)”.", at: link.scheme,
                hint: wrapped(link) ?? Remedy.listSchemes)
            error.hidesLink = link.bytes.count >= Self.shortestKey
            throw error
        }
        let candidates = contents.resolved[position]
        guard candidates.count != 1 else { return candidates[0] }
        guard !candidates.isEmpty else {
            throw RequestError(
                .unsupportedScheme,
                "“\(routes.readSchemes[position].name)” links are switched off or not supported yet.", at: link.scheme,
                hint: Remedy.schemes.text { "\($0) lists the supported schemes." })
        }
        return try choose(candidates, for: link)
    }

    /// What to do about a link of an unknown scheme, if it says what it is: a page, or another link after its colon.
    private func wrapped(_ link: LinkBytes) -> String? {
        let name = String(decoding: link.bytes[link.scheme], as: UTF8.self).lowercased()
        if name == "https" || name == "http" {
            return "It is the address of a web page, and no payment that can be read here is in it."
        }
        let inner = link.bytes[link.body].drop { $0 == UInt8(ascii: "/") }
        let scheme = inner.prefix { $0 != UInt8(ascii: ":") }
        guard scheme.count < inner.count, routes.position(of: scheme) != nil else { return nil }
        let found = String(decoding: scheme, as: UTF8.self).lowercased()
        return "A “\(found):” link stands inside it: open that part by itself."
    }

    /// The route of a bare JSON text: that of the first scheme whose links can be one. An added scheme does not take the
    /// place of a shipped one.
    private func jsonRoute(for link: LinkBytes) throws(RequestError) -> PluginRoute {
        let candidates = routes.schemes.filter { $0.grammar == .jsonParameter }
        for scheme in candidates.filter(\.origin.isShipped) + candidates.filter({ !$0.origin.isShipped }) {
            let found = Self.routes(of: scheme, in: routes, plugins: plugins, network: contents.network)
            if let route = found.first { return route }
        }
        throw RequestError(
            .unsupportedScheme, "No scheme in the descriptors accepts JSON.", at: link.body,
            hint: Remedy.listSchemes)
    }

    /// The coin of the link's address. If it belongs to no coin, the first coin's plugin reports the mistake.
    private func choose(_ candidates: [PluginRoute], for link: LinkBytes) throws(RequestError) -> PluginRoute {
        try link.checkBytes(limit: Self.maxLinkLength, leniency: .texts)
        guard let first = candidates.first else {
            throw RequestError(
                .unsupportedScheme, "No scheme in the descriptors accepts an address.", at: link.body,
                hint: Remedy.listSchemes)
        }
        let range = AddressFrame(link).address
        let address = String(decoding: try PercentDecoding.decode(link.bytes.span, range), as: UTF8.self)
        let owners = candidates.filter { candidate in
            candidate.route.parameters.map { candidate.reader.isAddress(address, on: $0) } ?? false
        }
        guard owners.count > 1 else { return owners.first ?? first }
        // An added coin may have the title of another.
        let titles = owners.map(\.route.coin.title)
        let names = (Set(titles).count == titles.count ? titles : owners.map(\.route.coin.id.name))
            .joined(separator: " and ")
        throw RequestError(
            .ambiguousCoin, "\(names) have the same addresses, and the link does not say which coin is meant.",
            at: range,
            hint:
                "Ask the sender for a link that names the coin, such as “\(owners[0].route.coin.id):…”"
                + Remedy.pay(with: nil).text({ "; with \($0), use --coin." }, or: "."),
            candidates: owners.map(\.route.coin.id))
    }

    /// The plugin that read the link of a request in the journal; nil if it is missing, or no descriptor names the
    /// coin.
    func plugin(of request: JournalRequest) -> (any CoinPlugin)? {
        guard let coin = routes.coin(request.chain.coin) else { return nil }
        return plugins[routes.scheme(named: request.scheme.utf8)?.reader ?? coin.plugin]
    }

    /// Whether a text may be an address of a coin, on any of its networks, according to any reader: one alone must not
    /// decide what limits count (S7).
    func mayBeAddress(_ text: String, of coin: CoinDescriptor) -> Bool {
        coin.networks.values.contains { network in
            plugins.contains { $0.reader.isAddress(text, on: network) }
        }
    }
}

/// A route with what reads its links, and the plugin that writes their replies.
final class PluginRoute: Sendable {
    let route: Route
    let entry: PluginTable.Entry
    var plugin: any CoinPlugin { entry.plugin }
    var reader: any LinkReader { entry.reader }
    let ability: PluginAbility
    private let knownForm: ReplyForm?

    /// The form of its replies; nil if links of the scheme get none.
    var form: ReplyForm? { knownForm ?? Self.form(of: route.scheme, plugin) }

    init(
        scheme: SchemeDescriptor, coin: CoinDescriptor, network: NetworkKind, _ entry: PluginTable.Entry,
        routes: RouteTable
    ) {
        route = Route(scheme: scheme, coin: coin, network: network, routes: routes) {
            entry.reader.supportedRequiredParameters(for: $0, in: $1)
        }
        self.entry = entry
        ability = entry.plugin.ability
        knownForm = Self.form(of: scheme, entry.plugin)
    }

    private static func form(of scheme: SchemeDescriptor, _ plugin: any CoinPlugin) -> ReplyForm? {
        scheme.callbacks.flatMap { name in plugin.replyForms.first { $0.name == name } }
    }
}
