import CSodium

/// A payment that a node's wallet was told to make, or was about to be told when the program ended.
///
/// Such an entry of the journal stays at “approved” until the node has told of the transaction: the mark that finds it is
/// made from what the journal had before the order went out (S6).
struct OpenOrder: Sendable {
    let entry: JournalEntry
    let order: NodeOrder

    /// For so many seconds an order that the wallet does not know may still be on its way to it.
    static let settling: UnixTime = 60
    /// For so many seconds an order is looked for: 30 days.
    static let memory: UnixTime = 30 * 24 * 60 * 60

    /// Nil for an entry that is none.
    init?(_ entry: JournalEntry) {
        guard entry.request.action == .payment, entry.progress == .approved, Self.mayHavePaid(entry.end),
            let recipient = entry.request.recipient, let amount = entry.amount
        else { return nil }
        self.entry = entry
        order = NodeOrder(recipient: recipient, amount: amount, mark: Self.mark(of: entry))
    }

    /// Only what certainly came to nothing is never looked for.
    private static func mayHavePaid(_ end: JournalEnd?) -> Bool {
        switch end {
        case .failed, .refused, .timedOut, .done: false
        default: true
        }
    }

    /// What no other entry of this or another journal has: the link, and when it came.
    private static func mark(of entry: JournalEntry) -> String {
        let text = Array("\(entry.request.fingerprint) \(entry.id) \(entry.seen)".utf8)
        var digest = [UInt8](repeating: 0, count: 16)
        let status = crypto_generichash(&digest, digest.count, text, UInt64(text.count), nil, 0)
        precondition(status == 0, "BLAKE2b refused fixed parameters")
        return "schemerouter:\(digest.hex)"
    }
}
