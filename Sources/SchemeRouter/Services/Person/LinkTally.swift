import Synchronization

/// Remembers how many links of each scheme were opened recently, whatever their outcome, including unreadable ones.
///
/// A page can open any number of links; the rule that stops it (``LinkAdmission``) needs only one ``LinkDebt`` per
/// scheme, so implementations stay small however many links arrive. The tally may be lost when the computer restarts,
/// and must be shared by all processes of the person.
public protocol LinkTally: Sendable {
    /// Changes the debt of `scheme` atomically.
    /// - Parameters:
    ///   - scheme: a descriptor's name, in lower case; empty for links of unknown schemes.
    ///   - body: changes the debt.
    ///
    /// Throws ``ServiceError/Code/cannotWrite`` if the change cannot be stored: then no link is answered.
    func change(_ scheme: String, _ body: (inout LinkDebt) -> Void) throws(ServiceError)
}

/// The debt of one scheme: seconds during which no further link is accepted.
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
    // There are few schemes: searching an array is as fast as a hash table.
    private let debts = Mutex<[(scheme: String, debt: LinkDebt)]>([])

    /// An empty tally.
    public init() {}

    /// Changes the debt of `scheme`.
    public func change(_ scheme: String, _ body: (inout LinkDebt) -> Void) throws(ServiceError) {
        debts.withLock { debts in
            if let position = debts.firstIndex(where: { $0.scheme == scheme }) {
                body(&debts[position].debt)
            } else {
                var debt = LinkDebt()
                body(&debt)
                debts.append((scheme, debt))
            }
        }
    }
}
