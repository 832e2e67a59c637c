/// What is known of the coin and network a request is about.
public struct ChainFacts: Sendable {
    /// The coin as its descriptor has it.
    public let coin: CoinDescriptor
    /// The network.
    public let id: ChainID
    /// Parameters of that network.
    public let parameters: NetworkParameters
    /// Whether the coin has a lock within seconds, and the person has it switched on.
    public let isLockOn: Bool

    /// Creates facts.
    public init(coin: CoinDescriptor, id: ChainID, parameters: NetworkParameters, isLockOn: Bool) {
        self.coin = coin
        self.id = id
        self.parameters = parameters
        self.isLockOn = isLockOn
    }
}
