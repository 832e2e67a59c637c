/// The same link within a minute of its end shows that end first: a page that opens it twice, or a person who clicks
/// twice, must not pay twice without noticing.
struct ReplayRule {
    /// For how many seconds an end is shown first.
    static let window: UnixTime = 60

    /// The time of the oldest entry that can matter.
    static func horizon(at now: UnixTime) -> UnixTime { now - window }

    /// The entry in which the link of `entry` ended before; nil where it did not.
    ///
    /// An end in the future – the clock was set back – counts as a recent one: the question costs little.
    /// An interruption by a crash is not an end that anybody saw. An end on another network counts only where it was
    /// practice, which its words say: real money or keys would be shown under the heading of practice (S14).
    /// - Parameter entries: of the journal, newest first, from the oldest that changed since ``horizon(at:)``.
    static func earlierEnd(
        of fingerprint: String, on chain: ChainID, before entry: Int64, entries: [JournalEntry], now: UnixTime
    ) -> JournalEntry? {
        entries.first {
            $0.id < entry && $0.request.fingerprint == fingerprint && $0.end != nil && $0.end != .interrupted
                && ($0.request.chain == chain || $0.request.chain.isPractice) && $0.changed >= horizon(at: now)
        }
    }
}
