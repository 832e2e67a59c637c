/// All that a plugin may read to propose a payment.
public struct PaymentServices: Sendable {
    /// The coin and network.
    public let chain: ChainFacts
    /// The account's coins that no other payment has reserved.
    public let coins: [OwnedCoin]
    /// The payment must spend a coin of each of these sets of ``coins``. They belong to payments that were given up and
    /// that somebody may have kept; the new payment replaces those, so that only one of them is paid (S16).
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
