/// The id of a transaction: lower-case hex in display order, which is byte-reversed.
public struct TransactionID: Sendable, Hashable, CustomStringConvertible {
    /// 64 lower-case hex digits.
    public let hex: String

    /// Nil unless `hex` is 64 lower-case hex digits.
    public init?(hex: String) {
        guard hex.utf8.count == 64, hex.utf8.allSatisfy({ (48...57).contains($0) || (97...102).contains($0) }) else {
            return nil
        }
        self.hex = hex
    }

    /// The hex digits.
    public var description: String { hex }
}

/// One output of an earlier transaction.
public struct Outpoint: Sendable, Hashable, CustomStringConvertible {
    /// The transaction.
    public let transaction: TransactionID
    /// Which of its outputs, from 0.
    public let index: UInt32

    /// Creates an outpoint.
    public init(transaction: TransactionID, index: UInt32) {
        self.transaction = transaction
        self.index = index
    }

    /// `txid:index`.
    public var description: String { "\(transaction.hex):\(index)" }
}
