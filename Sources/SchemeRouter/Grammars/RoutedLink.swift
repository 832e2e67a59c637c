/// A link whose scheme has a descriptor, as a plugin receives it.
///
/// The properties of its route are inlinable, so that a plugin that needs one field of a descriptor does not copy the
/// whole descriptor. Initialisers borrow links, because they would otherwise take a copy.
public struct RoutedLink: Sendable {
    @usableFromInline let received: LinkBytes
    @usableFromInline let route: Route
    /// Whether it was made only to see whether a text is such a link: nobody reads why it is none.
    package var isTrial = false

    init(_ link: LinkBytes, route: Route) {
        received = link
        self.route = route
    }

    /// The bytes as received.
    @inlinable public var bytes: [UInt8] { received.bytes }

    /// Everything after the scheme and its colon.
    @inlinable public var body: Range<Int> { received.body }

    /// Whether the text is a JSON object instead of a link.
    @inlinable public var isBareJSON: Bool { received.isBareJSON }

    /// The descriptor of its scheme.
    @inlinable public var scheme: SchemeDescriptor { route.scheme }

    /// The coin it is about.
    @inlinable public var coin: CoinDescriptor { route.coin }

    /// The person's configured network of the coin; `main` if none is configured.
    @inlinable public var network: NetworkKind { route.network }

    /// The network whose addresses a described link may have: the scheme's, or that of the wallet program that the person
    /// named for a coin whose wallets are all other programs.
    package var addressNetwork: NetworkKind {
        let described = scheme.links?.network ?? .main
        guard coin.isForeign, described == .main, network != .main,
            coin.addresses.contains(where: { $0.network == network })
        else { return described }
        return network
    }

    /// The parameters of that network; nil if the coin has no such network.
    @inlinable public var parameters: NetworkParameters? { route.parameters }

    /// All descriptors, to find out which coin another address belongs to.
    @inlinable public var routes: RouteTable { route.routes }

    /// Whether `//` follows the scheme: some desktops lower-case what comes after it.
    package var hasSlashes: Bool { bytes[body].starts(with: "//".utf8) }

    /// The error with the name that its parameter has in links of the scheme.
    package func renaming(_ error: RequestError) -> RequestError {
        guard let name = error.parameter.flatMap(ParameterName.init(rawValue:)) else { return error }
        var error = error
        error.parameter = route.wallet.names.text(of: name)
        return error
    }

    /// The parameters that are read if the link asks for this. Throws if a descriptor does not let links of its scheme ask
    /// for it (S3).
    package func rules(of action: Action, at range: Range<Int>) throws(RequestError) -> [ParameterRule] {
        if let rules = scheme.actions[action] { return rules }
        throw RequestError(
            .unsupportedAction, "“\(scheme.name)” links do not offer “\(action.rawValue)”.", at: range)
    }

    private var whole: Range<Int> { start..<body.upperBound }

    /// Where the link starts, behind white space.
    var start: Int { received.scheme.lowerBound }

    /// The link without surrounding white space.
    public var text: String { String(decoding: bytes[whole], as: UTF8.self) }

    /// Identifies the link: 16 bytes of the BLAKE2b-256 of the link without surrounding white space, in hex.
    public var fingerprint: String {
        PublicDigest.blake2b(Array(bytes[whole]), count: 16).hex
    }
}

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
    typealias SupportedParameters = @Sendable (CoinDescriptor, SchemeDescriptor.Grammar) -> Set<ParameterName>
    let supportedRequiredParameters: SupportedParameters

    init(
        scheme: SchemeDescriptor, coin: CoinDescriptor, network: NetworkKind, routes: RouteTable,
        supportedRequiredParameters: @escaping SupportedParameters
    ) {
        self.scheme = scheme
        self.coin = coin
        self.network = network
        self.parameters = coin.network(network)
        self.routes = routes
        self.supportedRequiredParameters = supportedRequiredParameters
    }
}
