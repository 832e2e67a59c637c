import SchemeRouter

/// A journal that asks another one, for fakes that change a part of what it does.
public protocol ForwardingJournal: Journal {
    associatedtype Inner: Journal
    var journal: Inner { get }
}

extension ForwardingJournal {
    public func begin(_ request: JournalRequest, at time: UnixTime) throws(ServiceError) -> Int64 {
        try journal.begin(request, at: time)
    }

    public func note(_ step: JournalStep, of entry: Int64, at time: UnixTime) throws(ServiceError) {
        try journal.note(step, of: entry, at: time)
    }

    public func newest(_ count: Int) throws(ServiceError) -> [JournalEntry] { try journal.newest(count) }
    public func undecidedPayments() throws(ServiceError) -> [JournalEntry] { try journal.undecidedPayments() }
    public func unfinished() throws(ServiceError) -> [JournalEntry] { try journal.unfinished() }
    public func followedPayments() throws(ServiceError) -> [JournalEntry] { try journal.followedPayments() }
    public func givenUpPayments() throws(ServiceError) -> [JournalEntry] { try journal.givenUpPayments() }
    public func forget(before time: UnixTime) throws(ServiceError) -> Int { try journal.forget(before: time) }

    public func entries(changedSince time: UnixTime) throws(ServiceError) -> [JournalEntry] {
        try journal.entries(changedSince: time)
    }
}
