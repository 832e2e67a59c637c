import JournalConformance
import RouterTestSupport
import SchemeRouter
import Synchronization

/// A journal in memory that keeps every step it was told, also those that it refused, and can fail at some.
final class TracedJournal: ForwardingJournal {
    let journal = MemoryJournal()
    let tried = Mutex<[JournalStep]>([])
    private let fails: @Sendable (JournalStep) -> Bool

    init(failingAt fails: @escaping @Sendable (JournalStep) -> Bool = { _ in false }) {
        self.fails = fails
    }

    var steps: [JournalStep] { tried.withLock { $0 } }

    func note(_ step: JournalStep, of entry: Int64, at time: UnixTime) throws(ServiceError) {
        tried.withLock { $0.append(step) }
        if fails(step) { throw ServiceError(.cannotWrite, "The disk is full.") }
        try journal.note(step, of: entry, at: time)
    }
}
