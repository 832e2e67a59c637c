/// How long a program may still keep links waiting, over all requests.
///
/// Time cannot be counted per link: a program is not told which link a request belongs to. So the time is used up while
/// we wait for the program, and restored, second for second, while we do not.
struct ProgramPatience {
    private let total: Duration
    private var left: Duration
    private var since: ContinuousClock.Instant?

    init(_ total: Duration) {
        self.total = total
        left = total
    }

    /// How long a request at `now` may take.
    mutating func begin(at now: ContinuousClock.Instant, most: Duration) -> Duration {
        if let since { left = min(total, left + since.duration(to: now)) }
        return min(most, left)
    }

    /// The wait for a response ended at `now`.
    mutating func end(at now: ContinuousClock.Instant, since start: ContinuousClock.Instant) {
        left = max(.zero, left - start.duration(to: now))
        since = now
    }
}
