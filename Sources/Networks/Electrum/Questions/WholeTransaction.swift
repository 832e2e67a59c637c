import RouterBitcoinFormat
import SchemeRouter

/// A transaction as a server gave it, whose id is really that of these bytes (S12).
struct WholeTransaction: Sendable {
    let bytes: [UInt8]
    let content: Transaction

    /// Nil if `bytes` are not the transaction of that id.
    init?(_ bytes: [UInt8], id: TransactionID) {
        guard let content = try? Transaction(bytes: bytes), content.id == id else { return nil }
        self.bytes = bytes
        self.content = content
    }
}

extension Transaction {
    /// Whether it makes new money: it spends what no transaction has.
    var isCoinbase: Bool {
        inputs.count == 1 && inputs[0].outpoint.index == .max
            && inputs[0].outpoint.transaction.hex.utf8.allSatisfy { $0 == UInt8(ascii: "0") }
    }
}
