/// What looking after payments must know of those whose fees were raised.
extension Resumption {
    /// What to report if the network has `other` instead of `entry`. Nothing where `other` is the payment with a higher
    /// fee that the person sent; but one that had been given up was kept and sent by somebody, and the journal has that
    /// from now on.
    func replaced(_ entry: JournalEntry, by other: TransactionID) throws(ServiceError) -> Resumed? {
        guard let bump = try services.journal.allBumps(of: entry.id).first(where: { $0.transaction?.id == other })
        else { return Resumed(entry: entry, state: .replaced(by: other)) }
        guard bump.isGivenUp else { return nil }
        try note(.sent, of: bump)
        try note(.ended(.done), of: bump)
        return Resumed(entry: bump, state: .sentAfterAll)
    }

    /// Whether one with a higher fee was sent instead of `entry`, or may have been: then `entry` is never sent again.
    func hasBump(_ entry: JournalEntry) throws(ServiceError) -> Bool {
        try services.journal.allBumps(of: entry.id).contains(where: \.mayBeOut)
    }

    /// Our entry that has that transaction, among those that spend the same outputs as `entry`; nil if none has.
    func rival(_ other: TransactionID, of entry: JournalEntry) throws(ServiceError) -> JournalEntry? {
        try services.journal.rivalEntries(of: entry).first { $0.transaction?.id == other }
    }
}
