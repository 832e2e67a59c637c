/// All that a plugin may read to propose a payment.
public struct PaymentServices: Sendable {
    /// The coin and network.
    public let chain: ChainFacts
    /// The account's coins that no other payment has reserved.
    public let coins: [OwnedCoin]
    /// Of each of these sets of ``coins`` the payment must spend one: they are coins of payments that were given up and
    /// that somebody may have kept. The one takes the place of the other, so that never both are paid (S16).
    public let mustSpend: [Set<Outpoint>]
    /// Where change goes.
    public let changeAddress: OwnAddress
    /// The fee for 1,000 bytes, within the coin's limits.
    public let feePerKB: Amount

    /// Services as given.
    public init(
        chain: ChainFacts, coins: [OwnedCoin], mustSpend: [Set<Outpoint>] = [], changeAddress: OwnAddress,
        feePerKB: Amount
    ) {
        self.chain = chain
        self.coins = coins
        self.mustSpend = mustSpend
        self.changeAddress = changeAddress
        self.feePerKB = feePerKB
    }
}
