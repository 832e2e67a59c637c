/// After three refusals within a minute the links of that sender are refused for five minutes.
///
/// A person who is asked again and again may finally agree just to be left alone.
///
/// The rule needs no memory but the journal. Its clock is the computer's, which can be set back; the journal then has
/// entries from the future. They keep their distances from each other, and the last of them counts as made when the
/// next one was seen, or now: refusals do not lose their force, and do not keep it for longer than five minutes.
struct FloodRule {
    static let refusals = 3
    /// Within how many seconds.
    static let window: UnixTime = 60
    /// For how many seconds links are then refused.
    static let pause: UnixTime = 300

    struct Block: Equatable {
        let until: UnixTime
        /// Whether nothing in the journal tells when the clock was set back, so that this moment must be recorded: the
        /// five minutes run from it.
        let mustBeRecorded: Bool
    }

    /// The time of the oldest entry that can matter.
    static func horizon(at now: UnixTime) -> UnixTime { now - window - pause }

    /// Whether a link of `sender` is refused at `now`; nil where it is not.
    /// - Parameters:
    ///   - sender: who asks, as the link says. Links that do not say are one sender.
    ///   - entries: of the journal, newest first, from the oldest that changed since ``horizon(at:)``.
    static func block(sender: String?, entries: [JournalEntry], now: UnixTime) -> Block? {
        let name = sender?.lowercased()
        var times: [UnixTime] = []
        // No entry is younger than what came after it. Where one says so the clock was set back in between, and it
        // moves with all that is older.
        var shift: UnixTime = 0
        var next = now
        for entry in entries {
            shift = max(shift, entry.changed - next)
            if entry.countsAsRefusal, entry.request.sender?.lowercased() == name {
                times.append(entry.changed - shift)
            }
            next = entry.seen - shift
        }
        for (last, first) in zip(times, times.dropFirst(refusals - 1)) where last - first <= window {
            let until = last + pause
            guard now < until else { continue }
            return Block(until: until, mustBeRecorded: entries.first.map { $0.changed > now } ?? false)
        }
        return nil
    }
}

extension JournalEntry {
    /// Whether it ended by a refusal, or its sender was told the same as of one: the pause that follows must not tell
    /// them apart either (``FailureCode``). Dapps hear of a failure after the agreement by a code of its own, so that
    /// theirs does not count.
    fileprivate var countsAsRefusal: Bool {
        if end == .refused { return true }
        let isTold = [.login, .sign, .transfer, .transaction].contains(request.action) && progress != .seen
        return end == .failed && toldFailure == .declined && !isTold
    }
}
