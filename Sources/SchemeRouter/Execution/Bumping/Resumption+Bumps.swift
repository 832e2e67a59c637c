/// Rules for following payments whose fee was raised.
extension Resumption {
    /// What to report if the network has `other` instead of `entry`. Nil if `other` is the payment with a higher fee
    /// that the person sent. If that had been given up, somebody kept it and sent it after all, and the journal now
    /// records it.
    func replaced(_ entry: JournalEntry, by other: TransactionID) throws(ServiceError) -> Resumed? {
        guard let bump = try services.journal.allBumps(of: entry.id).first(where: { $0.transaction?.id == other })
        else { return Resumed(entry: entry, state: .replaced(by: other)) }
        guard bump.isGivenUp else { return nil }
        try note(.sent, of: bump)
        try note(.ended(.done), of: bump)
        return Resumed(entry: bump, state: .sentAfterAll)
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
