/// Rules for following payments that others replace: with a higher fee, or after they were given up.
extension Resumption {
    /// What to report if the network has `other` instead of `entry`. Nil if `other` is the payment with a higher fee
    /// that the person sent.
    func replaced(_ entry: JournalEntry, by other: TransactionID) throws(ServiceError) -> Resumed? {
        let bumps = try services.journal.allBumps(of: entry.id)
        return bumps.contains { $0.transaction?.id == other } ? nil : Resumed(entry: entry, state: .replaced(by: other))
    }

    /// The payment that was given up, if the network has it instead of `entry`: somebody kept it and sent it. Nil if the
    /// same transaction was sent under another number: then that is the one that the network has.
    func givenUp(_ other: TransactionID, insteadOf entry: JournalEntry) throws(ServiceError) -> JournalEntry? {
        let others = try services.journal.payments(with: entry.inputs).filter {
            $0.transaction?.id == other && $0.request.chain == entry.request.chain
        }
        return others.contains(where: \.wasTaken) ? nil : others.first(where: \.isGivenUp)
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
