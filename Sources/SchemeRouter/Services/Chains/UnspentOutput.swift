/// An unspent output as a network reports it.
public struct UnspentOutput: Sendable, Hashable {
    /// Where it is.
    public let outpoint: Outpoint
    /// What it is worth, as the network says; proved from the whole transaction before signing (S12).
    public let amount: Amount
    /// The script that must be satisfied to spend it.
    public let script: [UInt8]
    /// How many blocks confirm it; 0 while it waits for one.
    public let confirmations: Int

    /// An output as given.
    public init(outpoint: Outpoint, amount: Amount, script: [UInt8], confirmations: Int) {
        self.outpoint = outpoint
        self.amount = amount
        self.script = script
        self.confirmations = confirmations
    }
}
