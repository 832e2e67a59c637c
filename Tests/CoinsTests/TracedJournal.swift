import JournalConformance
import SchemeRouter
import Synchronization

/// A journal in memory that keeps every step it was told, also those that it refused, and can fail at some.
final class TracedJournal: Journal {
    let journal = MemoryJournal()
    let tried = Mutex<[JournalStep]>([])
    private let fails: @Sendable (JournalStep) -> Bool

    init(failingAt fails: @escaping @Sendable (JournalStep) -> Bool = { _ in false }) {
        self.fails = fails
    }

    var steps: [JournalStep] { tried.withLock { $0 } }

    func begin(_ request: JournalRequest, at time: UnixTime) throws(ServiceError) -> Int64 {
        try journal.begin(request, at: time)
    }

    func note(_ step: JournalStep, of entry: Int64, at time: UnixTime) throws(ServiceError) {
        tried.withLock { $0.append(step) }
        if fails(step) { throw ServiceError(.cannotWrite, "The disk is full.") }
        try journal.note(step, of: entry, at: time)
    }

    func newest(_ count: Int) throws(ServiceError) -> [JournalEntry] { try journal.newest(count) }
    func entries(changedSince time: UnixTime) throws(ServiceError) -> [JournalEntry] {
        try journal.entries(changedSince: time)
    }
    func undecidedPayments() throws(ServiceError) -> [JournalEntry] { try journal.undecidedPayments() }
    func unfinished() throws(ServiceError) -> [JournalEntry] { try journal.unfinished() }
    func followedPayments() throws(ServiceError) -> [JournalEntry] { try journal.followedPayments() }
    func givenUpPayments() throws(ServiceError) -> [JournalEntry] { try journal.givenUpPayments() }
    func forget(before time: UnixTime) throws(ServiceError) -> Int { try journal.forget(before: time) }
}
