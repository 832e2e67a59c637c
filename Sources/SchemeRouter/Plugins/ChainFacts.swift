/// The coin and network of a request.
public struct ChainFacts: Sendable {
    /// The coin's descriptor.
    public let coin: CoinDescriptor
    /// The network.
    public let id: ChainID
    /// Parameters of that network.
    public let parameters: NetworkParameters
    /// Whether the coin has a lock within seconds, and the person has enabled it.
    public let isLockOn: Bool

    public init(coin: CoinDescriptor, id: ChainID, parameters: NetworkParameters, isLockOn: Bool) {
        self.coin = coin
        self.id = id
        self.parameters = parameters
        self.isLockOn = isLockOn
    }
}
