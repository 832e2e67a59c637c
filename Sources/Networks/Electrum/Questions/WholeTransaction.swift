import RouterBitcoinFormat
import SchemeRouter

/// A transaction from a server, whose id is proved to be the hash of these bytes (S12).
struct WholeTransaction: Sendable {
    let bytes: [UInt8]
    let content: Transaction

    /// Nil if `bytes` are not the transaction with that id.
    init?(_ bytes: [UInt8], id: TransactionID) {
        guard let content = try? Transaction(bytes: bytes), content.id == id else { return nil }
        self.bytes = bytes
        self.content = content
    }
}

extension Transaction {
    /// Whether it is a coinbase transaction, whose input spends no transaction's output.
    var isCoinbase: Bool {
        inputs.count == 1 && inputs[0].outpoint.index == .max
            && inputs[0].outpoint.transaction.hex.utf8.allSatisfy { $0 == UInt8(ascii: "0") }
    }
}
