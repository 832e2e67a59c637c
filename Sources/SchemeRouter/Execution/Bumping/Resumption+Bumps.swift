/// Rules for following payments that others replace: with a higher fee, or after they were given up.
extension Resumption {
    /// What to report if the network has `other` instead of `entry`. Nil if `other` is the payment with a higher fee
    /// that the person sent. If `other` had been given up, somebody kept it and sent it after all, and the journal now
    /// records it.
    func replaced(_ entry: JournalEntry, by other: TransactionID) throws(ServiceError) -> Resumed? {
        let others = try services.journal.payments(with: entry.inputs).filter {
            $0.transaction?.id == other && $0.request.chain == entry.request.chain
        }
        if let made = others.first(where: \.isGivenUp) {
            try note(.sent, of: made)
            try note(.ended(.done), of: made)
            return Resumed(entry: made, state: .sentAfterAll)
        }
        let bumps = try services.journal.allBumps(of: entry.id)
        return bumps.contains { $0.transaction?.id == other } ? nil : Resumed(entry: entry, state: .replaced(by: other))
    }

    /// Whether a replacement with a higher fee was or may have been sent: then `entry` is never sent again.
    func hasBump(_ entry: JournalEntry) throws(ServiceError) -> Bool {
        try services.journal.allBumps(of: entry.id).contains(where: \.mayBeOut)
    }

    /// Our entry with that transaction, among those that spend the same outputs as `entry`; nil if there is none.
    func rival(_ other: TransactionID, of entry: JournalEntry) throws(ServiceError) -> JournalEntry? {
        try services.journal.rivalEntries(of: entry).first { $0.transaction?.id == other }
    }
}
