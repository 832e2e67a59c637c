/// The record of what was asked and what was done, written before each effect (S6).
///
/// `seen → approved → signed → sent → calling → called back`, and an end. Every call returns only when its change is durable.
/// Someone who embeds the engine in a server implements it on their own database; ``JournalEntry/taking(_:at:)`` has the
/// rules, and the library `JournalConformance` tells whether they are kept.
///
/// What is certainly not recorded throws ``ServiceError/Code/cannotWrite``. Where the answer to a commit was lost and nobody
/// can say whether it counts, ``ServiceError/Code/answerUnknown``: nothing is sent then, and a payment that may be on record
/// is not called unsent.
///
/// One wallet has one journal, and a ``PromptGate`` lets one link at a time use it.
public protocol Journal: Sendable {
    /// Records a link that became a request. Returns the entry's number.
    func begin(_ request: JournalRequest, at time: UnixTime) throws(ServiceError) -> Int64

    /// Records that an entry went one step further.
    ///
    /// Throws ``ServiceError/Code/internalError`` where the step cannot follow (``JournalEntry/allows(_:)``), and
    /// ``ServiceError/Code/refusedByPolicy`` for a payment to be signed that spends what an undecided one of the same
    /// network spends, or is of the same link as one. Either way nothing is changed.
    func note(_ step: JournalStep, of entry: Int64, at time: UnixTime) throws(ServiceError)

    /// The newest entries, newest first.
    func newest(_ count: Int) throws(ServiceError) -> [JournalEntry]

    /// The entry with that number; nil where there is none. Journals need not say it: by default all entries are looked at.
    func entry(_ number: Int64) throws(ServiceError) -> JournalEntry?

    /// The entries that are to take the place of that one (``JournalRequest/bumps``), newest first. Journals need not say it:
    /// by default all entries are looked at.
    func bumps(of entry: Int64) throws(ServiceError) -> [JournalEntry]

    /// The entries from the oldest one that went a step further at `time` or later, newest first: by their numbers,
    /// whatever their times. Those with an earlier time among them tell that the clock was set back.
    func entries(changedSince time: UnixTime) throws(ServiceError) -> [JournalEntry]

    /// Payments that were signed and are neither sent nor certainly not sent. Their inputs stay reserved.
    func undecidedPayments() throws(ServiceError) -> [JournalEntry]

    /// Entries that have not ended, and those of undecided payments, oldest first: what ``Resumption`` finishes.
    func unfinished() throws(ServiceError) -> [JournalEntry]

    /// Payments that the network took and that are followed (``JournalEntry/isFollowed``), oldest first.
    func followedPayments() throws(ServiceError) -> [JournalEntry]

    /// Payments that were given up (``JournalEntry/isGivenUp``) and that no other entry replaces
    /// (``JournalEntry/replaces(_:)``), oldest first.
    func givenUpPayments() throws(ServiceError) -> [JournalEntry]

    /// The newest entry below `entry` that ``JournalEntry/repeats(_:amount:)`` a request; nil where there is none. Journals need
    /// not say it: by default all entries are looked at.
    func latest(repeating request: JournalRequest, amount: Amount?, before entry: Int64) throws(ServiceError)
        -> JournalEntry?

    /// Removes what ended and last changed before `time`, for good. What is unfinished or followed stays, however old it
    /// is.
    /// - Returns: how many entries were removed.
    func forget(before time: UnixTime) throws(ServiceError) -> Int
}

extension Journal {
    /// Looks at all entries.
    public func entry(_ number: Int64) throws(ServiceError) -> JournalEntry? {
        try entries(changedSince: .min).first { $0.id == number }
    }

    /// Looks at all entries.
    public func bumps(of entry: Int64) throws(ServiceError) -> [JournalEntry] {
        try entries(changedSince: .min).filter { $0.request.bumps == entry }
    }

    /// Looks at all entries.
    public func latest(
        repeating request: JournalRequest, amount: Amount?, before entry: Int64
    ) throws(ServiceError) -> JournalEntry? {
        try entries(changedSince: .min).first { $0.id < entry && $0.repeats(request, amount: amount) }
    }
}
