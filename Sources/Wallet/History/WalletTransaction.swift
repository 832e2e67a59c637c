import SchemeRouter

/// What one transaction did to the wallet, computed from the transactions themselves.
public struct WalletTransaction: Sendable, Hashable {
    /// Its id.
    public let id: TransactionID
    /// How many blocks confirm it; 0 while it waits for one.
    public let confirmations: Int
    /// When it was seen or mined, in seconds since 1970; nil where the network does not say.
    public let time: UnixTime?
    /// What its outputs to the wallet's addresses are worth.
    public let received: Amount
    /// What the wallet's UTXOs that it spends were worth.
    public let spent: Amount
    /// What the network got; nil where others paid a part of it, which cannot be known without their UTXOs.
    public let fee: Amount?

    /// What others got of the wallet's money, without the fee; nil where the wallet has more afterwards than before, or
    /// others paid too.
    public var sent: Amount? { fee.flatMap { spent.subtracting(received)?.subtracting($0) } }
}
