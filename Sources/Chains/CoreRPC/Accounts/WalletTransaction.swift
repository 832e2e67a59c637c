import BitcoinFormat
import SchemeRouter

/// A transaction of an account, read.
struct WalletTransaction: Sendable {
    let id: TransactionID
    /// How many blocks confirm it; 0 while it waits for one.
    let confirmations: Int
    let time: UnixTime?
    let content: Transaction
}
