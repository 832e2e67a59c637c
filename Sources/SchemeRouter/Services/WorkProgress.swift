/// How far work came that takes long, such as looking for addresses in all blocks.
public struct WorkProgress: Sendable, Hashable {
    /// What is being done: `Looking for used addresses`.
    public let work: String
    /// How much of it is done.
    public let done: Int
    /// The total, in the same unit; nil if unknown.
    public let total: Int?

    /// Creates a progress.
    public init(_ work: String, done: Int, total: Int?) {
        self.work = work
        self.done = done
        self.total = total
    }
}

/// Receives the progress of work. It may be called often and from any thread.
public typealias ProgressReport = @Sendable (WorkProgress) -> Void
