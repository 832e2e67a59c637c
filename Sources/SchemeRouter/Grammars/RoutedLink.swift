/// A link whose scheme has a descriptor: what a plugin is given to read.
///
/// What the route says is inlinable, so that a plugin that needs one field of a descriptor does not copy all of it.
public struct RoutedLink: Sendable {
    /// The bytes as received.
    public let bytes: [UInt8]
    /// What follows the scheme and its colon.
    public let body: Range<Int>

    /// Whether the text is a JSON object and no link.
    public let isBareJSON: Bool

    private let start: Int
    @usableFromInline let route: Route

    init(_ link: LinkBytes, route: Route) {
        bytes = link.bytes
        body = link.body
        isBareJSON = link.isBareJSON
        start = link.scheme.lowerBound
        self.route = route
    }

    /// The descriptor of its scheme.
    @inlinable public var scheme: SchemeDescriptor { route.scheme }

    /// The coin it is about.
    @inlinable public var coin: CoinDescriptor { route.coin }

    /// Which of the coin's networks the person uses; `main` where none is configured.
    @inlinable public var network: NetworkKind { route.network }

    /// What distinguishes that network; nil where the coin has no such network.
    @inlinable public var parameters: NetworkParameters? { route.parameters }

    /// All descriptors: to say which coin an address of another one belongs to.
    @inlinable public var routes: RouteTable { route.routes }

    /// The link without the white space around it.
    public var text: String { String(decoding: bytes[start..<body.upperBound], as: UTF8.self) }

    /// The same for the same link: 16 bytes of the BLAKE2b-256 of it without the white space around it, in hex.
    public var fingerprint: String {
        PublicDigest.blake2b(Array(bytes[start..<body.upperBound]), count: 16).hex
    }
}
