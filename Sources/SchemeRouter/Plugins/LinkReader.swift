/// Reads the links of a scheme.
///
/// A reader has no effects, never sees a key (S8), and its results depend only on the link. The router asks it which coin
/// a link is about (``coin(of:)``), for the request, and for what a repeated link is known by, in this order.
public protocol LinkReader: Sendable {
    /// The `req-` parameters that this reader's code really honours for a coin in links of a grammar (S3): the only place
    /// that says so. A descriptor can remove some, but add none. The default is none.
    func supportedRequiredParameters(
        for coin: CoinDescriptor, in grammar: SchemeDescriptor.Grammar
    ) -> Set<ParameterName>

    /// The contents of a link as a typed request. ``WalletLink`` reads links of wallets.
    func request(from link: RoutedLink) throws(RequestError) -> WalletRequest

    /// The coin of a link whose scheme names none; nil if the link names no described coin. Then nothing here can carry
    /// it out. The default is nil.
    func coin(of link: RoutedLink) -> CoinID?

    /// A key shared by all spellings of the same request, so that none is answered twice without asking; nil to use the
    /// link's bytes, which is the default.
    func deduplicationKey(of link: RoutedLink) -> [UInt8]?

    /// Whether a text is an address of the network, in the coin's own spelling. This determines the coin of a bare
    /// address, and of a link whose scheme several coins share. The default is false.
    func isAddress(_ address: String, on network: NetworkParameters) -> Bool

    /// All texts that pay the same recipient as an address of the network, itself included: an earlier payment may have
    /// used another one. The default is the address alone. Upper case need not be listed.
    func spellings(of address: String, on network: NetworkParameters) -> [String]
}

/// What one type does that reads a coin's links and carries them out.
public typealias ReadingPlugin = CoinPlugin & LinkReader

extension LinkReader {
    /// None.
    public func supportedRequiredParameters(
        for coin: CoinDescriptor, in grammar: SchemeDescriptor.Grammar
    ) -> Set<ParameterName> { [] }

    /// None.
    public func coin(of link: RoutedLink) -> CoinID? { nil }

    /// The bytes of the link.
    public func deduplicationKey(of link: RoutedLink) -> [UInt8]? { nil }

    /// No text is.
    public func isAddress(_ address: String, on network: NetworkParameters) -> Bool { false }

    /// The address alone.
    public func spellings(of address: String, on network: NetworkParameters) -> [String] { [address] }
}

extension LinkReader where Self: DescribedLinkReader {
    /// What the descriptor says.
    public func request(from link: RoutedLink) throws(RequestError) -> WalletRequest {
        WalletRequest(try DescribedRequest(link, by: self))
    }
}

extension CoinPlugin where Self: DescribedLinkReader {
    /// None: the wallet that receives a described link answers the requesting app, not this program.
    public var replyForms: [ReplyForm] { [] }

    /// None.
    public func reply(to request: ReplyRequest, ending: Ending) -> ReplyTemplate? { nil }
}
