import SchemeRouter

/// What one transaction did to the wallet, computed from the transactions themselves.
public struct WalletTransaction: Sendable, Hashable {
    /// Its id.
    public let id: TransactionID
    /// How many blocks confirm it, by the network's list of transactions; 0 while it waits for one, and for what is not in
    /// the list.
    public let confirmations: Int
    /// What the network says of it alone: of what waits for a block, of own payments that are not in the network's list, and
    /// where payments are locked of what fewer than six blocks confirm; nil if it was not asked.
    public internal(set) var state: PaymentState?
    /// When it was seen or mined, in seconds since 1970; nil if the network does not say. Of own payments that are not in
    /// the network's list: when they were asked for.
    public let time: UnixTime?
    /// What its outputs to the wallet's addresses are worth.
    public let received: Amount
    /// What the wallet's UTXOs that it spends were worth.
    public let spent: Amount
    /// The fee; nil if others paid a part of it, which cannot be known without their UTXOs.
    public let fee: Amount?

    /// What others received of the wallet's money, without the fee; nil if the wallet has more afterwards than before,
    /// or others paid too.
    public var sent: Amount? { fee.flatMap { spent.subtracting(received)?.subtracting($0) } }
}
