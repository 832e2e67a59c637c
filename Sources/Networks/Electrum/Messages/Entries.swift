import ExactJSON
import SchemeRouter

/// A transaction in the history of a script.
struct HistoryEntry: Sendable, Hashable {
    let id: TransactionID
    /// Its block; nil while it waits for one. Servers say 0 for that, and -1 where what it spends waits too.
    let height: BlockHeight?

    /// Nil where `json` is no such entry.
    init?(_ json: JSON) {
        guard let id = json["tx_hash"]?.transactionID, let number: Int = json["height"]?.wholeNumber() else {
            return nil
        }
        self.id = id
        guard number > 0 else {
            guard number >= -1 else { return nil }
            height = nil
            return
        }
        guard let height = BlockHeight(number) else { return nil }
        self.height = height
    }

    /// All entries of an answer; nil where one of them is malformed.
    static func list(_ json: JSON) -> [HistoryEntry]? {
        guard let elements = json.elements else { return nil }
        let entries = elements.compactMap(HistoryEntry.init)
        return entries.count == elements.count ? entries : nil
    }
}

/// An output that no transaction spends, as a server lists it.
struct UnspentEntry: Sendable, Hashable {
    let outpoint: Outpoint
    let amount: Amount
    /// Its block; nil while it waits for one.
    let height: BlockHeight?

    /// Nil where `json` is no such entry, or says an amount that the coin does not have.
    init?(_ json: JSON, maxMoney: Amount) {
        guard let entry = HistoryEntry(json), let index: UInt32 = json["tx_pos"]?.wholeNumber(),
            let amount = json["value"]?.wholeNumber().flatMap({ Amount(units: $0) }), amount <= maxMoney
        else { return nil }
        self.outpoint = Outpoint(transaction: entry.id, index: index)
        self.amount = amount
        self.height = entry.height
    }

    /// All entries of an answer; nil where one of them is malformed or appears twice.
    static func list(_ json: JSON, maxMoney: Amount) -> [UnspentEntry]? {
        guard let elements = json.elements else { return nil }
        let entries = elements.compactMap { UnspentEntry($0, maxMoney: maxMoney) }
        return entries.count == elements.count && Set(entries.map(\.outpoint)).count == entries.count ? entries : nil
    }
}
