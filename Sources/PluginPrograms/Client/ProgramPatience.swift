/// How long a program may still keep links waiting, whatever it is asked.
///
/// It cannot be counted by link: a program is not told which one a question is about. So the time is used up while the
/// program is waited for, and comes back, second for second, while it is not.
struct ProgramPatience {
    private let total: Duration
    private var left: Duration
    private var since: ContinuousClock.Instant?

    init(_ total: Duration) {
        self.total = total
        left = total
    }

    /// How long it may take now, when it is asked something at `now`.
    mutating func begin(at now: ContinuousClock.Instant, most: Duration) -> Duration {
        if let since { left = min(total, left + since.duration(to: now)) }
        return min(most, left)
    }

    /// It was waited for until `now`.
    mutating func end(at now: ContinuousClock.Instant, since start: ContinuousClock.Instant) {
        left = max(.zero, left - start.duration(to: now))
        since = now
    }
}
