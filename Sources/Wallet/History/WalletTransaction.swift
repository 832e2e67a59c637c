import SchemeRouter

/// What one transaction did to the wallet, computed from the transactions themselves.
public struct WalletTransaction: Sendable, Hashable {
    /// Its id.
    public let id: TransactionID
    /// Its confirmations in the network's list of transactions; 0 while it is unconfirmed or not in the list.
    public let confirmations: Int
    /// The network's answer about this transaction alone: asked for unconfirmed transactions, for own payments that are
    /// not in the network's list and, where payments are locked, for those with fewer than six confirmations; nil if it
    /// was not asked.
    public internal(set) var state: PaymentState?
    /// When it was seen or mined, in seconds since 1970; nil if the network does not say. For own payments that are not
    /// in the network's list, when they were requested.
    public let time: UnixTime?
    /// The value of its outputs to the wallet's addresses.
    public let received: Amount
    /// The value of the wallet's UTXOs that it spends.
    public let spent: Amount
    /// Whether it is a withdrawal from another layer of the coin (DIP-27).
    public let isWithdrawal: Bool
    /// The fee; nil if others paid part of it, which cannot be known without their UTXOs.
    public let fee: Amount?

    /// What others received of the wallet's money, without the fee; nil if the wallet has more afterwards than before,
    /// or others paid too.
    public var sent: Amount? { fee.flatMap { spent.subtracting(received)?.subtracting($0) } }
}
