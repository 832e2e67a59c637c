/// What looking after payments must know of those whose fees were raised.
extension Resumption {
    /// Whether `other` is the payment with a higher fee that the person sent in place of `entry`. One that was refused may
    /// have been kept and sent all the same: then the journal has that from now on.
    func isBump(_ other: TransactionID, of entry: JournalEntry) throws(ServiceError) -> Bool {
        guard let bump = try services.journal.allBumps(of: entry.id).first(where: { $0.transaction?.id == other })
        else { return false }
        if bump.isGivenUp {
            try note(.sent, of: bump)
            try note(.ended(.done), of: bump)
        }
        return true
    }

    /// Whether one with a higher fee is out in place of `entry`, or may be: then `entry` is never sent again.
    func hasBump(_ entry: JournalEntry) throws(ServiceError) -> Bool {
        try services.journal.allBumps(of: entry.id).contains(where: \.mayBeOut)
    }
}
