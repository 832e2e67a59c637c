/// After three refusals within a minute, the links of that sender are refused for five minutes.
///
/// A person who is asked again and again may finally agree just to be left alone.
///
/// The rule needs no memory except the journal. Its clock is the computer's, which can be set back; the journal then
/// has entries in the future. They keep their distances from each other, and the last one counts as made when the next
/// one was seen, or now: refusals do not lose their effect, and keep it for at most five minutes.
struct FloodRule {
    static let refusals = 3
    /// The time span for counting refusals, in seconds.
    static let window: UnixTime = 60
    /// How long links are then refused, in seconds.
    static let pause: UnixTime = 300

    struct Block: Equatable {
        let until: UnixTime
        /// Whether the journal does not yet show that the clock was set back, so that this link must be recorded: the
        /// five minutes run from now.
        let mustBeRecorded: Bool
    }

    /// The time of the oldest entry that can matter.
    static func horizon(at now: UnixTime) -> UnixTime { now - window - pause }

    /// Whether a link of `sender` is refused at `now`; nil if it is not.
    /// - Parameters:
    ///   - sender: the sender according to the link. Links without a sender are counted together.
    ///   - entries: of the journal, newest first, back to the oldest that changed since ``horizon(at:)``.
    static func block(sender: String?, entries: [JournalEntry], now: UnixTime) -> Block? {
        let name = sender?.lowercased()
        var times: [UnixTime] = []
        // No entry can be newer than its successor. If one seems to be, the clock was set back in between, and the
        // entry is shifted with all older ones.
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
    /// Whether it ended with a refusal, or its sender was notified as if it had: the pause afterwards must not
    /// distinguish them either (``FailureCode``). Dapps receive a separate code for a failure after the agreement, so
    /// those failures do not count.
    fileprivate var countsAsRefusal: Bool {
        if end == .refused { return true }
        let isTold = [.login, .sign, .transfer, .transaction].contains(request.action) && progress != .seen
        return end == .failed && toldFailure == .declined && !isTold
    }
}
