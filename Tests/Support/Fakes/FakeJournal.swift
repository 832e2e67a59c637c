import SchemeRouter
import Synchronization

/// A journal in memory that keeps the steps it was told, and can be made to fail.
public final class FakeJournal: Journal {
    public struct State: Sendable {
        public var requests: [JournalRequest] = []
        public var steps: [JournalStep] = []
        /// The entry of each step.
        public var entries: [Int64] = []
        public var undecided: [JournalEntry] = []
        /// What else is unfinished.
        public var owed: [JournalEntry] = []
        /// What came before, newest first.
        public var earlier: [JournalEntry] = []
        public var failsAt: (@Sendable (JournalStep) -> Bool)?
        /// Which step is taken although nobody hears that it was.
        public var losesAnswerTo: (@Sendable (JournalStep) -> Bool)?
    }

    public let state = Mutex(State())

    public init() {}

    public func begin(_ request: JournalRequest, at time: UnixTime) throws(ServiceError) -> Int64 {
        state.withLock { state in
            state.requests.append(request)
            return (state.earlier.first?.id ?? 0) + Int64(state.requests.count)
        }
    }

    public func note(_ step: JournalStep, of entry: Int64, at time: UnixTime) throws(ServiceError) {
        let (fails, isLost) = state.withLock { state in
            if state.failsAt?(step) == true { return (true, false) }
            state.steps.append(step)
            state.entries.append(entry)
            return (false, state.losesAnswerTo?(step) == true)
        }
        if fails { throw ServiceError(.cannotWrite, "The disk is full.") }
        if isLost { throw ServiceError(.answerUnknown, "The database went away while it committed.") }
    }

    public func newest(_ count: Int) throws(ServiceError) -> [JournalEntry] { [] }

    public func entries(changedSince time: UnixTime) throws(ServiceError) -> [JournalEntry] {
        state.withLock { $0.earlier.changed(since: time) }
    }

    public func undecidedPayments() throws(ServiceError) -> [JournalEntry] {
        state.withLock { $0.undecided }
    }

    public func unfinished() throws(ServiceError) -> [JournalEntry] {
        state.withLock { $0.undecided + $0.owed }
    }

    public func followedPayments() throws(ServiceError) -> [JournalEntry] { [] }
    public func givenUpPayments() throws(ServiceError) -> [JournalEntry] { [] }

    public func forget(before time: UnixTime) throws(ServiceError) -> Int { 0 }

    public var steps: [JournalStep] { state.withLock { $0.steps } }
}

extension [JournalEntry] {
    /// What a journal with these entries, newest first, gives as changed since `time`.
    public func changed(since time: UnixTime) -> [JournalEntry] {
        lastIndex { $0.changed >= time }.map { Array(self[...$0]) } ?? []
    }
}
