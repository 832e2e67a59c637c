/// What all requests have in common.
public struct RequestHeader: Sendable, Hashable {
    /// The scheme of the link, in lower case.
    public let scheme: String
    /// The coin it is about.
    public let coin: CoinID
    /// The coin's network that its addresses belong to.
    public let network: NetworkKind
    /// The sender; nil if the link has none.
    public let sender: Sender?
    /// The form of the reply to the requesting app, as the descriptor names it; nil for no reply.
    public let callbacks: String?
    /// Warnings about the link.
    public let warnings: [LinkWarning]
    /// Names of the parameters that were ignored.
    public let ignored: [String]

    public init(
        scheme: String, coin: CoinID, network: NetworkKind, sender: Sender?,
        callbacks: String?, warnings: [LinkWarning], ignored: [String]
    ) {
        self.scheme = scheme
        self.coin = coin
        self.network = network
        self.sender = sender
        self.callbacks = callbacks
        self.warnings = warnings
        self.ignored = ignored
    }

    /// Creates the header of a link.
    public init(
        of link: borrowing RoutedLink, sender: Sender?, warnings: [LinkWarning], ignored: [String] = []
    ) {
        self.init(
            scheme: link.scheme.name, coin: link.coin.id, network: link.network, sender: sender,
            callbacks: link.scheme.callbacks, warnings: warnings, ignored: ignored)
    }
}
