/// One output of an earlier transaction.
public struct Outpoint: Sendable, Hashable, CustomStringConvertible {
    /// The transaction.
    public let transaction: TransactionID
    /// Which of its outputs, from 0.
    public let index: UInt32

    /// An outpoint as given.
    public init(transaction: TransactionID, index: UInt32) {
        self.transaction = transaction
        self.index = index
    }

    /// `txid:index`.
    public var description: String { "\(transaction.hex):\(index)" }
}
