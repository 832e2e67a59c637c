/// The record of requests and actions, written before each effect (S6).
///
/// `seen → approved → signed → sent → calling → called back`, and an end. Every call returns only when its change is
/// durable. Servers that embed the engine implement it on their own database; ``JournalEntry/taking(_:at:)`` has the
/// rules, and the library `JournalConformance` tests an implementation.
///
/// Throws ``ServiceError/Code/cannotWrite`` if a change is certainly not recorded, and
/// ``ServiceError/Code/answerUnknown`` if the answer to a commit was lost: then nothing is sent, and a payment that may
/// be on record is not reported as unsent.
///
/// A wallet has one journal, and a ``PromptGate`` lets only one link use it at a time.
public protocol Journal: Sendable {
    /// Records a new request. Returns the entry's number.
    func begin(_ request: JournalRequest, at time: UnixTime) throws(ServiceError) -> Int64

    /// Records a step of an entry.
    ///
    /// Throws ``ServiceError/Code/internalError`` if the step is not allowed (``JournalEntry/allows(_:)``), and
    /// ``ServiceError/Code/refusedByPolicy`` if a payment to be signed spends an input of an undecided payment on the
    /// same network, or has the same link as one. In both cases nothing is changed.
    func note(_ step: JournalStep, of entry: Int64, at time: UnixTime) throws(ServiceError)

    /// The newest entries, newest first.
    func newest(_ count: Int) throws(ServiceError) -> [JournalEntry]

    /// The entry with this number; nil if there is none. Optional: the default implementation searches all entries.
    func entry(_ number: Int64) throws(ServiceError) -> JournalEntry?

    /// The entries that are meant to replace this one (``JournalRequest/bumps``), newest first. Optional: the default
    /// implementation searches all entries.
    func bumps(of entry: Int64) throws(ServiceError) -> [JournalEntry]

    /// The entries from the oldest one that changed at `time` or later, newest first by number, whatever their times.
    /// If some of them have an earlier time, the clock was set back.
    func entries(changedSince time: UnixTime) throws(ServiceError) -> [JournalEntry]

    /// Signed payments that are neither sent nor certainly not sent. Their inputs stay reserved.
    func undecidedPayments() throws(ServiceError) -> [JournalEntry]

    /// Entries without an end, and those of undecided payments, oldest first: ``Resumption`` finishes them.
    func unfinished() throws(ServiceError) -> [JournalEntry]

    /// Payments that the network accepted and that are followed (``JournalEntry/isFollowed``), oldest first.
    func followedPayments() throws(ServiceError) -> [JournalEntry]

    /// Given-up payments (``JournalEntry/isGivenUp``) that no other entry replaces (``JournalEntry/replaces(_:)``),
    /// oldest first.
    func givenUpPayments() throws(ServiceError) -> [JournalEntry]

    /// Signed payments that create or spend one of these outputs, in no order. Optional: the default implementation
    /// searches all entries.
    func payments(with outputs: [Outpoint]) throws(ServiceError) -> [JournalEntry]

    /// The newest entry before `entry` that repeats a request (``JournalEntry/repeats(_:amount:)``); nil if there is
    /// none. Optional: the default implementation searches all entries.
    func latest(repeating request: JournalRequest, amount: Amount?, before entry: Int64) throws(ServiceError)
        -> JournalEntry?

    /// Permanently removes entries that ended and last changed before `time`. Unfinished and followed entries stay,
    /// however old they are, and so do given-up payments that a followed one is to replace
    /// (``JournalEntry/mustOutlive(_:)``).
    /// - Returns: the number of removed entries.
    func forget(before time: UnixTime) throws(ServiceError) -> Int
}

extension Journal {
    /// Searches all entries.
    public func entry(_ number: Int64) throws(ServiceError) -> JournalEntry? {
        try entries(changedSince: .min).first { $0.id == number }
    }

    /// Searches all entries.
    public func bumps(of entry: Int64) throws(ServiceError) -> [JournalEntry] {
        try entries(changedSince: .min).filter { $0.request.bumps == entry }
    }

    /// Searches all entries.
    public func payments(with outputs: [Outpoint]) throws(ServiceError) -> [JournalEntry] {
        let creators = Set(outputs.map(\.transaction))
        let outputs = Set(outputs)
        return try entries(changedSince: .min).filter { entry in
            entry.transaction.map { creators.contains($0.id) } == true || !outputs.isDisjoint(with: entry.inputs)
        }
    }

    /// Searches all entries.
    public func latest(
        repeating request: JournalRequest, amount: Amount?, before entry: Int64
    ) throws(ServiceError) -> JournalEntry? {
        try entries(changedSince: .min).first { $0.id < entry && $0.repeats(request, amount: amount) }
    }
}
