/// One network of one coin.
public struct ChainID: Sendable, Hashable {
    /// The coin.
    public let coin: CoinID
    /// Which of its networks.
    public let network: NetworkKind
    /// Whether this is the practice ledger, which only looks like that network (S14).
    public let isPractice: Bool

    /// A chain as given.
    public init(coin: CoinID, network: NetworkKind, isPractice: Bool) {
        self.coin = coin
        self.network = network
        self.isPractice = isPractice
    }
}
