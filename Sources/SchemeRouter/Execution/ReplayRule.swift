/// If the same link is opened again within a minute of its end, that end is shown first: a page that opens it twice, or
/// a person who clicks twice, must not pay twice unnoticed.
struct ReplayRule {
    /// How long an end is shown first, in seconds.
    static let window: UnixTime = 60

    /// The time of the oldest entry that can matter.
    static func horizon(at now: UnixTime) -> UnixTime { now - window }

    /// The entry in which the link of `entry` ended before; nil if it did not.
    ///
    /// An end in the future – the clock was set back – counts as recent: the question costs little. An interruption by
    /// a crash does not count, because nobody saw it. An end on another network counts only if that was practice, which
    /// its text says: otherwise, real money or keys would be shown under the heading of practice (S14).
    /// - Parameter entries: of the journal, newest first, back to the oldest that changed since ``horizon(at:)``.
    static func earlierEnd(
        of fingerprint: String, on chain: ChainID, before entry: Int64, entries: [JournalEntry], now: UnixTime
    ) -> JournalEntry? {
        entries.first {
            $0.id < entry && $0.request.fingerprint == fingerprint && $0.end != nil && $0.end != .interrupted
                && ($0.request.chain == chain || $0.request.chain.isPractice) && $0.changed >= horizon(at: now)
        }
    }
}
