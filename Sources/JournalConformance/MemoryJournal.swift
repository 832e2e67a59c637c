import SchemeRouter
import Synchronization

/// A journal in memory: the shortest implementation. It is lost with its process, so it protects nobody; it is for
/// tests, and the reference for other journals.
public final class MemoryJournal: Journal {
    private let state: Mutex<State>

    /// Its whole contents, as a value that can be kept and compared.
    public struct State: Sendable, Hashable {
        /// The entries, oldest first.
        public var entries: [JournalEntry] = []
        /// The number of the next entry. Numbers of forgotten entries are not reused.
        public var next: Int64 = 1

        /// No entries.
        public init() {}
    }

    /// A journal with the contents `state`.
    public init(_ state: State = State()) {
        self.state = Mutex(state)
    }

    /// Its current contents.
    public var contents: State { state.withLock { $0 } }

    /// Records a link that became a request.
    public func begin(_ request: JournalRequest, at time: UnixTime) throws(ServiceError) -> Int64 {
        state.withLock { state in
            let entry = JournalEntry(
                id: state.next, seen: time, changed: time, request: request, progress: .seen, end: nil, amount: nil,
                fee: nil, transaction: nil, inputs: [])
            state.entries.append(entry)
            state.next += 1
            return entry.id
        }
    }

    /// Records a step of an entry.
    public func note(_ step: JournalStep, of entry: Int64, at time: UnixTime) throws(ServiceError) {
        try state.withLock { (state) throws(ServiceError) in
            guard let position = state.entries.lastIndex(where: { $0.id == entry }) else {
                throw ServiceError(.internalError, "The journal has no entry \(entry).")
            }
            let before = state.entries[position]
            let after = try before.taking(step, at: time)
            if let inputs = step.spends,
                state.entries.contains(where: { $0.excludes(before, spending: inputs) })
            {
                throw ServiceError(
                    .refusedByPolicy, "An undecided payment spends the same UTXO, or is of the same link.")
            }
            state.entries[position] = after
        }
    }

    /// The newest entries, newest first.
    public func newest(_ count: Int) throws(ServiceError) -> [JournalEntry] {
        state.withLock { $0.entries.suffix(count).reversed() }
    }

    /// The entries from the oldest one with a step at `time` or later, newest first.
    public func entries(changedSince time: UnixTime) throws(ServiceError) -> [JournalEntry] {
        state.withLock { state in
            guard let first = state.entries.firstIndex(where: { $0.changed >= time }) else { return [] }
            return state.entries[first...].reversed()
        }
    }

    /// Payments that were signed and are not known to be sent or certainly not sent.
    public func undecidedPayments() throws(ServiceError) -> [JournalEntry] {
        state.withLock { $0.entries.filter(\.isUndecided) }
    }

    /// Entries that have not ended, and those of undecided payments, oldest first.
    public func unfinished() throws(ServiceError) -> [JournalEntry] {
        state.withLock { $0.entries.filter(\.isUnfinished) }
    }

    /// Payments that the network accepted and that are followed, oldest first.
    public func followedPayments() throws(ServiceError) -> [JournalEntry] {
        state.withLock { $0.entries.filter(\.isFollowed) }
    }

    /// Payments that were given up and not replaced by another entry, oldest first.
    public func givenUpPayments() throws(ServiceError) -> [JournalEntry] {
        state.withLock { state in
            state.entries.filter { entry in entry.isGivenUp && !state.entries.contains { $0.replaces(entry) } }
        }
    }

    /// Removes entries that ended and last changed before `time`.
    public func forget(before time: UnixTime) throws(ServiceError) -> Int {
        state.withLock { state in
            let count = state.entries.count
            let kept = Set(
                state.entries.filter { entry in state.entries.contains { entry.mustOutlive($0) } }.map(\.id))
            state.entries.removeAll { entry in
                entry.changed < time && !entry.isUnfinished && !entry.isFollowed && !kept.contains(entry.id)
            }
            return count - state.entries.count
        }
    }
}
