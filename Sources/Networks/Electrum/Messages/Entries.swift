import ExactJSON
import SchemeRouter

/// A transaction in the history of a script.
struct HistoryEntry: Sendable, Hashable {
    let id: TransactionID
    /// Its block; nil while it is unconfirmed. Servers send 0 for that, and -1 if what it spends is unconfirmed too.
    let height: BlockHeight?

    /// Nil if `json` is not such an entry.
    init?(_ json: JSON) {
        guard let id = json["tx_hash"]?.transactionID, let number: Int = json["height"]?.wholeNumber(), number >= -1
        else { return nil }
        self.id = id
        height = number > 0 ? BlockHeight(number) : nil
        if number > 0, height == nil { return nil }
    }
}

/// An unspent output, as a server lists it.
struct UnspentEntry: Sendable, Hashable {
    let outpoint: Outpoint
    let amount: Amount
    /// Its block; nil while it is unconfirmed.
    let height: BlockHeight?

    /// Nil if `json` is not such an entry, or has an impossible amount.
    init?(_ json: JSON, maxMoney: Amount) {
        guard let entry = HistoryEntry(json), let index: UInt32 = json["tx_pos"]?.wholeNumber(),
            let amount = json["value"]?.wholeNumber().flatMap({ Amount(units: $0) }), amount <= maxMoney
        else { return nil }
        self.outpoint = Outpoint(transaction: entry.id, index: index)
        self.amount = amount
        self.height = entry.height
    }
}
