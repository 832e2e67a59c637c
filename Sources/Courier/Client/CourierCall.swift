import RouterCourierMessages
import SchemeRouter

/// A command whose answer somebody waits for.
struct CourierCall: Sendable {
    /// How long after its deadline a courier is still waited for: it knows whether the request went out.
    private static let grace = Duration.milliseconds(500)

    let id: Int64
    let line: [UInt8]
    let deadline: ContinuousClock.Instant
    /// Whether a server receives something by it. A server receives nothing by being connected to.
    let isSending: Bool
    /// Where the lines go that come once it is answered; nil for what brings none.
    let lines: CourierLines?
    let continuation: CheckedContinuation<Result<CourierAnswer, NetworkError>, Never>

    /// When the courier must have replied.
    var end: ContinuousClock.Instant { deadline.advanced(by: Self.grace) }

    /// Ends the wait. To be called once.
    func finish(_ result: Result<CourierAnswer, NetworkError>) { continuation.resume(returning: result) }
}
