import Synchronization

/// Remembers how many links of each source were opened recently, whatever their outcome, including unreadable ones. A
/// source is a scheme together with the program that opened the links, if that is known.
///
/// A page can open any number of links; the rule that stops it (``LinkAdmission``) needs only one ``LinkDebt`` per
/// source, so implementations stay small however many links arrive. The tally may be lost when the computer restarts,
/// and must be shared by all processes of the person.
public protocol LinkTally: Sendable {
    /// Changes the debt of `source` atomically.
    /// - Parameters:
    ///   - source: one word: a descriptor's name in lower case, or nothing for unknown schemes; if the opener is known,
    ///     followed by it.
    ///   - body: changes the debt.
    ///
    /// Throws ``ServiceError/Code/cannotWrite`` if the change cannot be stored: then no link is answered.
    func change(_ source: String, _ body: (inout LinkDebt) -> Void) throws(ServiceError)

    /// Forgets all debts, because the person said so, and the refusals of the journal's entries up to `entry`.
    ///
    /// Throws ``ServiceError/Code/cannotWrite`` if that cannot be stored.
    func unlock(upTo entry: Int64) throws(ServiceError)

    /// The last entry of the journal whose refusals are forgotten; 0 if none are.
    func unlocked() throws(ServiceError) -> Int64
}

/// The debt of one source: seconds during which no further link is accepted.
public struct LinkDebt: Sendable, Hashable {
    /// The debt, in seconds, at the time ``at``.
    public var seconds: UnixTime
    /// The time of `seconds`.
    public var at: UnixTime
    /// Whether links are refused until the debt is paid off.
    public var isRefused: Bool

    /// Creates a debt; by default zero.
    public init(seconds: UnixTime = 0, at: UnixTime = 0, isRefused: Bool = false) {
        self.seconds = seconds
        self.at = at
        self.isRefused = isRefused
    }
}

/// A tally in memory, for a program that answers all links of a person in one process.
public final class MemoryLinkTally: LinkTally {
    // There are few sources: searching an array is as fast as a hash table.
    private let state = Mutex<(debts: [(source: String, debt: LinkDebt)], unlocked: Int64)>(([], 0))

    /// An empty tally.
    public init() {}

    /// Changes the debt of `source`.
    public func change(_ source: String, _ body: (inout LinkDebt) -> Void) throws(ServiceError) {
        state.withLock { state in
            if let position = state.debts.firstIndex(where: { $0.source.isSame(source) }) {
                body(&state.debts[position].debt)
            } else {
                var debt = LinkDebt()
                body(&debt)
                state.debts.append((source, debt))
            }
        }
    }

    /// Forgets all debts, and the refusals of the journal's entries up to `entry`.
    public func unlock(upTo entry: Int64) throws(ServiceError) {
        state.withLock { $0 = ([], entry) }
    }

    /// The last entry of the journal whose refusals are forgotten.
    public func unlocked() throws(ServiceError) -> Int64 { state.withLock(\.unlocked) }
}
