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
