/// Reads wallet links: finds the descriptor of a link's scheme and lets the coin's plugin say what the link asks for.
///
/// Reading has no effects and needs no wallet. ``LinkExecution`` does what a link asks for.
public struct Router: Sendable {
    /// The longest link that is read, in bytes; MYKEY's grammar alone allows more (S1).
    public static let maxLinkLength = 8_192
    /// The longest link of the MYKEY grammar, in bytes.
    public static let maxJSONLinkLength = 131_000

    /// The descriptors.
    public let routes: RouteTable
    private let resolved: [Route?]
    private let reservations: [SchemeReservation]

    /// A router over descriptors and plugins.
    /// - Parameters:
    ///   - routes: the frozen descriptors.
    ///   - plugins: by the name that descriptors use.
    ///   - reservations: what links are told whose plugin does not exist yet.
    ///   - network: which network of a coin the person uses.
    public init(
        routes: RouteTable, plugins: KeyValuePairs<String, any CoinPlugin>, reservations: [SchemeReservation] = [],
        network: (CoinID) -> NetworkKind = { _ in .main }
    ) {
        self.routes = routes
        self.reservations = reservations
        resolved = routes.readSchemes.map { scheme in
            guard scheme.isEnabled, let id = scheme.coin, let coin = routes.coin(id),
                let plugin = plugins.first(where: { $0.key == coin.plugin })?.value
            else { return nil }
            return Route(scheme: scheme, coin: coin, network: network(id), plugin: plugin, routes: routes)
        }
    }

    /// What a link asks for.
    public func read(_ bytes: [UInt8]) throws(RequestError) -> ReadLink {
        let link = try LinkBytes(bytes)
        guard let position = routes.position(of: bytes[link.scheme]) else {
            let name = String(decoding: bytes[link.scheme], as: UTF8.self)
            throw RequestError(
                .unsupportedScheme, "No descriptor names the scheme “\(name)”.", at: link.scheme,
                hint: "“router schemes” lists the schemes that are configured.")
        }
        guard let route = resolved[position] else { throw unsupported(routes.readSchemes[position], at: link.scheme) }
        let isJSON = route.scheme.grammar == .jsonParameter
        try link.checkBytes(limit: isJSON ? Self.maxJSONLinkLength : Self.maxLinkLength)
        let routed = RoutedLink(link, route: route)
        let request = try route.plugin.request(from: routed)
        return ReadLink(request: request, callback: try callback(of: route.plugin, for: request), link: routed)
    }

    private func unsupported(_ scheme: SchemeDescriptor, at range: Range<Int>) -> RequestError {
        let reservation = reservations.first { $0.schemes.contains(scheme.name) }
        return RequestError(
            .unsupportedScheme, reservation?.answer ?? "“\(scheme.name)” links are switched off or not supported yet.",
            at: range, hint: "“router schemes” lists what is supported.")
    }

    /// The plugin's callback, checked (S4): it may go to the request's sender only and fill in only what was asked for.
    private func callback(
        of plugin: any CoinPlugin, for request: WalletRequest
    ) throws(RequestError) -> CallbackTemplate? {
        guard let template = plugin.callback(for: request) else { return nil }
        guard let sender = request.header.sender, template.scheme == sender.scheme,
            template.fields.allSatisfy({ request.action.mayTell($0.value) })
        else {
            throw RequestError(.forbiddenSender, "The callback would go elsewhere or tell more than was asked for.")
        }
        return template
    }
}

/// A link that was read: what it asks for, and who will act on it.
public struct ReadLink: Sendable {
    /// What it asks for.
    public let request: WalletRequest
    /// How the asking app will be called back; nil where it is not.
    public let callback: CallbackTemplate?

    private let link: RoutedLink

    init(request: WalletRequest, callback: CallbackTemplate?, link: RoutedLink) {
        self.request = request
        self.callback = callback
        self.link = link
    }

    /// The coin it is about.
    public var coin: CoinDescriptor { link.coin }

    /// The plugin that proposes what to do.
    public var plugin: any CoinPlugin { link.route.plugin }

    /// The same for the same link.
    public var fingerprint: String { link.fingerprint }
}

extension Action {
    /// Whether a callback of this action may have such a value.
    fileprivate func mayTell(_ value: CallbackTemplate.Value) -> Bool {
        switch (value, self) {
        case (.text, _), (.blank(.txid), .payment), (.blank(.address), .address): true
        case (.blank(.masterPublicKeyBIP32), .masterPublicKey), (.blank(.masterPublicKeyBIP44), .masterPublicKey): true
        default: false
        }
    }
}
