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

/// All that a plugin may read to propose an address.
public struct AccountServices: Sendable {
    /// The coin and network.
    public let chain: ChainFacts
    /// Public data of the account.
    public let account: any AccountReader

    /// Services as given.
    public init(chain: ChainFacts, account: any AccountReader) {
        self.chain = chain
        self.account = account
    }
}

/// All that a plugin may read to propose a payment.
public struct PaymentServices: Sendable {
    /// The coin and network.
    public let chain: ChainFacts
    /// The account's coins that no other payment has reserved.
    public let coins: [OwnedCoin]
    /// Where change goes.
    public let changeAddress: OwnAddress
    /// The fee for 1,000 bytes, within the coin's limits.
    public let feePerKB: Amount

    /// Services as given.
    public init(chain: ChainFacts, coins: [OwnedCoin], changeAddress: OwnAddress, feePerKB: Amount) {
        self.chain = chain
        self.coins = coins
        self.changeAddress = changeAddress
        self.feePerKB = feePerKB
    }
}
