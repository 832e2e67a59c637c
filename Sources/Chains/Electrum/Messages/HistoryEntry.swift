import ExactJSON
import SchemeRouter

/// A transaction in the history of a script.
struct HistoryEntry: Sendable, Hashable {
    let id: TransactionID
    /// The number of its block; nil while it waits for one. Servers say 0 for that, and -1 where what it spends waits too.
    let height: Int?

    /// Nil where `json` is no such entry.
    init?(_ json: JSON) {
        guard let id = json["tx_hash"]?.transactionID, let height: Int = json["height"]?.wholeNumber(),
            height < Self.heightLimit
        else { return nil }
        self.id = id
        self.height = height > 0 ? height : nil
    }

    /// All entries of an answer; nil where one of them is none.
    static func list(_ json: JSON) -> [HistoryEntry]? {
        guard let elements = json.elements else { return nil }
        let entries = elements.compactMap(HistoryEntry.init)
        return entries.count == elements.count ? entries : nil
    }

    /// No chain has so many blocks. Sums with smaller numbers do not overflow.
    static let heightLimit = 1 << 31
}
