/// The progress of long work, such as searching all blocks for addresses.
public struct WorkProgress: Sendable, Hashable {
    /// The current work: `Looking for used addresses`.
    public let work: String
    /// How much of it is done.
    public let done: Int
    /// The total, in the same unit; nil if unknown.
    public let total: Int?

    public init(_ work: String, done: Int, total: Int?) {
        self.work = work
        self.done = done
        self.total = total
    }
}

/// Receives the progress of work. May be called often and from any thread.
public typealias ProgressReport = @Sendable (WorkProgress) -> Void
