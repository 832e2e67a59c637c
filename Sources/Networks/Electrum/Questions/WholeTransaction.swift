import RouterBitcoinFormat
import SchemeRouter

/// A transaction from a server, whose id is proved to be the hash of these bytes (S12).
struct WholeTransaction: Sendable {
    let bytes: [UInt8]
    let content: Transaction

    /// Nil if `bytes`, of a coin with this form, are not the transaction with that id.
    init?(_ bytes: [UInt8], id: TransactionID, as form: TransactionForm) {
        guard let content = try? Transaction(bytes: bytes, as: form), content.id == id else { return nil }
        self.bytes = bytes
        self.content = content
    }
}
