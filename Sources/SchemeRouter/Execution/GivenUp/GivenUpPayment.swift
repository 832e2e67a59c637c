/// A payment that was given up, with what the journal knows about whether it can still be confirmed (S16).
struct GivenUpPayment: Sendable {
    let entry: JournalEntry
    /// What it spends, and what those of our own payments spend whose outputs it needs: whatever else spends one of these
    /// prevents it.
    private(set) var outputs: Set<Outpoint> = []
    /// Payments of ours that were sent, are followed, and spend the same UTXOs.
    private(set) var guards: [JournalEntry] = []
    /// Other payments of ours that were sent and prevent it once they are final: too old to be followed, or replacing one
    /// that it needs.
    private(set) var otherGuards: [JournalEntry] = []
    /// Whether it can never be confirmed: something final spends one of ``outputs``.
    private(set) var isDead = false
    /// Whether the same transaction was sent under another number: signing the same again gives the same transaction.
    private(set) var hasSentCopy = false
    /// Whether an undecided payment of ours spends one of ``outputs``.
    private(set) var isInDoubt = false

    init(_ entry: JournalEntry, in journal: any Journal) throws(ServiceError) {
        self.entry = entry
        var known: Set<Int64> = [entry.id]
        var ancestors = [entry]
        while let next = ancestors.popLast() {
            outputs.formUnion(next.inputs)
            let others = try journal.payments(with: next.inputs).sorted { $0.id < $1.id }
            if others.contains(where: { $0.excludes(next, spending: next.inputs) }) { isInDoubt = true }
            for other in others where other.competes(with: next) && !isCopy(other, of: next) {
                note(other, against: next)
            }
            // Another transaction spent its money, and is final.
            if next.settlement == .replaced { isDead = true }
            if next.settlement == .unwatched { continue }
            let creators = Set(next.inputs.map(\.transaction))
            for other in others where other.request.chain == entry.request.chain && other.settlement != .final {
                guard let id = other.transaction?.id, creators.contains(id), known.insert(other.id).inserted else {
                    continue
                }
                ancestors.append(other)
            }
        }
    }

    /// Whether `other` is the same transaction as an ancestor: then it creates what this payment spends.
    private func isCopy(_ other: JournalEntry, of next: JournalEntry) -> Bool {
        next.id != entry.id && other.transaction?.id == next.transaction?.id
    }

    private mutating func note(_ other: JournalEntry, against next: JournalEntry) {
        let isCopy = other.transaction?.id == entry.transaction?.id
        if isCopy { hasSentCopy = true }
        switch other.settlement {
        case nil where next.id == entry.id: guards.append(other)
        case nil, .unwatched: otherGuards.append(other)
        case .final: isDead = true
        case .replaced where isCopy: isDead = true
        case .replaced: break
        }
    }

    /// Whether it pays one of these addresses.
    func pays(_ recipients: [String]) -> Bool { recipients.contains(where: entry.pays) }

    /// Whether one of these guards pays what this one would have paid: it was agreed to as the second try, and one of the
    /// two is what the person wants. A higher fee for a payment that this one needs is not: the person wants that one as
    /// well.
    func isTriedAgain(by guards: [JournalEntry], paying recipients: [String]) -> Bool {
        guards.contains { other in
            (other.competes(with: entry) || (other.id > entry.id && other.request.bumps == nil))
                && other.amount == entry.amount
                && (other.request.fingerprint == entry.request.fingerprint || recipients.contains(where: other.pays))
        }
    }
}
