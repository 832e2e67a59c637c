/// How old a signed payment is: a young one is what the person just agreed to, and goes out without another question.
struct SignedAge {
    let journal: any Journal
    let now: UnixTime

    /// For how many seconds a payment is young.
    static let limit: UnixTime = 600

    /// Whether a payment was signed less than ten minutes ago.
    ///
    /// The clock can be set back, and then an old payment looks young. Entries from the future tell; nothing is young
    /// then.
    func isYoung(_ entry: JournalEntry) throws(ServiceError) -> Bool {
        guard now - entry.changed < Self.limit else { return false }
        return try journal.entries(changedSince: now + 1).isEmpty
    }
}
