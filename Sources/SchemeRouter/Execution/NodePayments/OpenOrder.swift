/// A payment that a node's wallet was ordered to make, or was about to be ordered when the program ended.
///
/// Its journal entry stays “approved” until the node has reported the transaction: the mark that identifies it is made
/// from what the journal recorded before the order was sent (S6).
struct OpenOrder: Sendable {
    let entry: JournalEntry
    let order: NodeOrder

    /// How many seconds an order unknown to the wallet may still be in transit.
    static let settling: UnixTime = 60
    /// How long an order is looked for before its link is paid, in seconds: 30 days.
    static let memory: UnixTime = 30 * 24 * 60 * 60

    /// Nil for an entry that is not an order, or that certainly failed. “Interrupted” is not certain: an order also has
    /// that end while config.yaml does not name the node's wallet.
    init?(_ entry: JournalEntry) {
        guard entry.request.action == .payment, entry.progress == .approved, entry.program == nil,
            entry.end == nil || entry.end == .interrupted,
            let recipient = entry.request.recipient, let amount = entry.amount
        else { return nil }
        self.entry = entry
        order = NodeOrder(recipient: recipient, amount: amount, mark: Self.mark(of: entry))
    }

    /// Its payment; nil if the wallet has none and will not receive the order any more.
    ///
    /// Throws ``ServiceError/Code/answerUnknown`` if the order may still be in transit.
    func payment(
        by wallet: any NodeWallet, now: UnixTime, _ budget: inout ReadBudget
    ) async throws -> NodePayment? {
        if let payment = try await budget.run({ [order] in try await wallet.payment(for: order) }) { return payment }
        let age = now - entry.changed
        guard entry.end != nil || age > Self.settling else {
            throw ServiceError(
                .answerUnknown,
                "The node's wallet was instructed to pay this \(max(age, 0)) seconds ago but does not show it yet.",
                hint: "Do not pay it another way. Open the link again in a minute.")
        }
        return nil
    }

    /// Unique among all entries of all journals: the link, and when it arrived.
    private static func mark(of entry: JournalEntry) -> String {
        let text = Array("\(entry.request.fingerprint) \(entry.id) \(entry.seen)".utf8)
        return "schemerouter:\(PublicDigest.blake2b(text, count: 16).hex)"
    }
}
