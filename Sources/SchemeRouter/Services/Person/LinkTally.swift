import Synchronization

/// Remembers how many links of each scheme were opened lately, whatever became of them, also those that cannot be read.
///
/// A page can open any number of links; the rule that stops it (``LinkAdmission``) needs one ``LinkDebt`` a scheme and
/// nothing else, so implementations stay small however many links come. What they remember may be forgotten when the
/// computer starts anew, and must be the same for all processes of the person.
public protocol LinkTally: Sendable {
    /// Changes what the links of `scheme` owe, with no other change in between.
    /// - Parameters:
    ///   - scheme: the name that a descriptor has, in lower case; empty for links of no known scheme.
    ///   - body: changes what is owed.
    ///
    /// Throws ``ServiceError/Code/cannotWrite`` where the change cannot be kept: then nothing is answered.
    func change(_ scheme: String, _ body: (inout LinkDebt) -> Void) throws(ServiceError)
}

/// What the links of one scheme owe: seconds in which no further one may come.
public struct LinkDebt: Sendable, Hashable {
    /// How much is owed, in seconds, at the time ``at``.
    public var seconds: UnixTime
    /// When that was so.
    public var at: UnixTime
    /// Whether links are refused until nothing is owed.
    public var isRefused: Bool

    /// Makes a debt from its parts; by default nothing is owed.
    public init(seconds: UnixTime = 0, at: UnixTime = 0, isRefused: Bool = false) {
        self.seconds = seconds
        self.at = at
        self.isRefused = isRefused
    }
}

/// A tally in memory, for a program that answers all links of a person in one process.
public final class MemoryLinkTally: LinkTally {
    // A few schemes: an array is found through as fast as a table.
    private let debts = Mutex<[(scheme: String, debt: LinkDebt)]>([])

    /// An empty tally.
    public init() {}

    /// Changes what the links of `scheme` owe.
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
