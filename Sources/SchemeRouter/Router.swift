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
    private let plugins: [String: any CoinPlugin]
    private let reservations: [SchemeReservation]
    private let networks: [CoinID: NetworkKind]

    /// A router over descriptors and plugins.
    /// - Parameters:
    ///   - routes: the frozen descriptors.
    ///   - plugins: by the name that descriptors use.
    ///   - reservations: what links are told whose plugin does not exist yet.
    ///   - networks: which network of a coin the person uses; `main` where it is not named.
    public init(
        routes: RouteTable, plugins: [String: any CoinPlugin], reservations: [SchemeReservation] = [],
        networks: [CoinID: NetworkKind] = [:]
    ) {
        self.routes = routes
        self.plugins = plugins
        self.reservations = reservations
        self.networks = networks
    }

    /// What a link asks for.
    public func read(_ bytes: [UInt8]) throws(RequestError) -> ReadLink {
        let link = try LinkBytes(bytes)
        let scheme = try descriptor(of: link)
        try link.checkBytes(limit: scheme.grammar == .jsonParameter ? Self.maxJSONLinkLength : Self.maxLinkLength)
        guard scheme.isEnabled, let coinID = scheme.coin, let coin = routes.coin(coinID), let plugin = plugins[coin.plugin]
        else {
            let reservation = reservations.first { $0.schemes.contains(scheme.name) }
            throw RequestError(
                .unsupportedScheme, reservation?.answer ?? "“\(scheme.name)” links are switched off or not supported yet.",
                at: link.scheme, hint: "“router schemes” lists what is supported.")
        }
        let routed = RoutedLink(
            link, scheme: scheme, coin: coin, network: networks[coinID] ?? .main, routes: routes)
        let request = try plugin.request(from: routed)
        return ReadLink(
            request: request, coin: coin, plugin: plugin, callback: try callback(of: plugin, for: request), link: routed)
    }

    private func descriptor(of link: LinkBytes) throws(RequestError) -> SchemeDescriptor {
        if let scheme = routes.scheme(named: link.bytes[link.scheme]) { return scheme }
        let name = String(decoding: link.bytes[link.scheme], as: UTF8.self)
        throw RequestError(
            .unsupportedScheme, "No descriptor names the scheme “\(name)”.", at: link.scheme,
            hint: "“router schemes” lists the schemes that are configured.")
    }

    /// The plugin's callback, checked (S4): it may go to the request's sender only and fill in only what was asked for.
    private func callback(
        of plugin: any CoinPlugin, for request: WalletRequest
    ) throws(RequestError) -> CallbackTemplate? {
        guard let template = plugin.callback(for: request) else { return nil }
        guard let sender = request.header.sender, template.scheme == sender.scheme,
            template.blanks.isSubset(of: request.action.callbackBlanks)
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
    /// The coin it is about.
    public let coin: CoinDescriptor
    /// The plugin that proposes what to do.
    public let plugin: any CoinPlugin
    /// How the asking app will be called back; nil where it is not.
    public let callback: CallbackTemplate?

    private let link: RoutedLink

    init(request: WalletRequest, coin: CoinDescriptor, plugin: any CoinPlugin, callback: CallbackTemplate?, link: RoutedLink) {
        self.request = request
        self.coin = coin
        self.plugin = plugin
        self.callback = callback
        self.link = link
    }

    /// The same for the same link.
    public var fingerprint: String { link.fingerprint }
}

extension Action {
    /// What a callback of this action may tell.
    fileprivate var callbackBlanks: Set<CallbackTemplate.Blank> {
        switch self {
        case .payment: [.txid]
        case .address: [.address]
        case .masterPublicKey: [.masterPublicKeyBIP32, .masterPublicKeyBIP44]
        case .scanQR: []
        }
    }
}
