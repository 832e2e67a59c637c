import SchemeRouter

/// A request that somebody waits for.
struct CourierCall: Sendable {
    /// How long after its deadline a courier is still waited for: it knows whether the request went out.
    private static let grace = Duration.milliseconds(500)

    let id: Int64
    /// The command that asks it.
    let line: [UInt8]
    let deadline: ContinuousClock.Instant
    let continuation: CheckedContinuation<Result<NetworkAnswer, NetworkError>, Never>

    /// When the courier must have replied.
    var end: ContinuousClock.Instant { deadline.advanced(by: Self.grace) }

    /// Ends the wait. To be called once.
    func finish(_ result: Result<NetworkAnswer, NetworkError>) {
        continuation.resume(returning: result)
    }
}
