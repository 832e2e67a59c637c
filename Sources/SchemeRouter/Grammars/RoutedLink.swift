/// A link whose scheme has a descriptor, as a plugin receives it.
///
/// The properties of its route are inlinable, so that a plugin that needs one field of a descriptor does not copy the
/// whole descriptor.
public struct RoutedLink: Sendable {
    /// The bytes as received.
    public let bytes: [UInt8]
    /// Everything after the scheme and its colon.
    public let body: Range<Int>

    /// Whether the text is a JSON object instead of a link.
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

    /// The person's configured network of the coin; `main` if none is configured.
    @inlinable public var network: NetworkKind { route.network }

    /// The parameters of that network; nil if the coin has no such network.
    @inlinable public var parameters: NetworkParameters? { route.parameters }

    /// All descriptors, to find out which coin another address belongs to.
    @inlinable public var routes: RouteTable { route.routes }

    /// Whether `//` follows the scheme: some desktops lower-case what comes after it.
    package var hasSlashes: Bool { bytes[body].starts(with: "//".utf8) }

    /// The link without surrounding white space.
    public var text: String { String(decoding: bytes[start..<body.upperBound], as: UTF8.self) }

    /// Identifies the link: 16 bytes of the BLAKE2b-256 of the link without surrounding white space, in hex.
    public var fingerprint: String {
        PublicDigest.blake2b(Array(bytes[start..<body.upperBound]), count: 16).hex
    }
}
