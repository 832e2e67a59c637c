/// Why a payment is no longer followed.
public enum Settlement: String, Sendable, Hashable, CaseIterable {
    /// Six blocks confirm it, or a lock keeps it from being replaced.
    case final
    /// It is older than ``JournalEntry/longestFollowed``, or from before payments were followed.
    case unwatched
}
