/// What is known of the coin and network a request is about.
public struct ChainFacts: Sendable {
    /// The coin as its descriptor has it.
    public let coin: CoinDescriptor
    /// The network.
    public let id: ChainID
    /// Parameters of that network.
    public let parameters: NetworkParameters
    /// Whether the person has InstantSend switched on for the coin.
    public let isInstantSendOn: Bool

    /// Facts as given.
    public init(coin: CoinDescriptor, id: ChainID, parameters: NetworkParameters, isInstantSendOn: Bool) {
        self.coin = coin
        self.id = id
        self.parameters = parameters
        self.isInstantSendOn = isInstantSendOn
    }
}
