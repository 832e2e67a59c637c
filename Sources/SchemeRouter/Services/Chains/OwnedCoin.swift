/// An unspent output that a key of the wallet can spend.
public struct OwnedCoin: Sendable, Hashable {
    /// Where it is.
    public let outpoint: Outpoint
    /// What it is worth.
    public let amount: Amount
    /// Where the key lies that spends it.
    public let path: DerivationPath
    /// How many blocks confirm it; 0 while it waits for one.
    public let confirmations: Int

    /// A coin as given.
    public init(outpoint: Outpoint, amount: Amount, path: DerivationPath, confirmations: Int) {
        self.outpoint = outpoint
        self.amount = amount
        self.path = path
        self.confirmations = confirmations
    }
}
