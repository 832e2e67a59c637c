import RouterProcesses

/// How long pinentry may take.
struct PinentryLimits: Sendable {
    /// Seconds that a page waits for its answer; pinentry itself is told so.
    let seconds: Int
    /// How much longer the program may live before it is killed.
    let grace: Duration

    /// When a page that is shown now has lasted too long.
    func deadline() -> Deadline { Deadline(in: .seconds(seconds) + grace) }
}
