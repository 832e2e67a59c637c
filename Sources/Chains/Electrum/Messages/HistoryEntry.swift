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

    /// All entries of an answer; nil where one of them is none.
    static func list(_ json: JSON) -> [HistoryEntry]? {
        guard let elements = json.elements else { return nil }
        let entries = elements.compactMap(HistoryEntry.init)
        return entries.count == elements.count ? entries : nil
    }
}
