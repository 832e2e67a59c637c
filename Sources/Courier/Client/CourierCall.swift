import RouterCourierMessages
import SchemeRouter

/// A command that has a caller waiting for its answer.
struct CourierCall: Sendable {
    /// How long to wait for a courier after the deadline: it knows whether the request went out.
    private static let grace = Duration.milliseconds(500)

    let id: Int64
    let line: [UInt8]
    let deadline: ContinuousClock.Instant
    /// Whether the command sends data to a server. Connecting sends none.
    let isSending: Bool
    /// The destination of lines that follow the answer; nil if none follow.
    let lines: CourierLines?
    let continuation: CheckedContinuation<Result<CourierAnswer, NetworkError>, Never>

    /// When the courier must have answered.
    var end: ContinuousClock.Instant { deadline.advanced(by: Self.grace) }

    /// Ends the wait. Call it once.
    func finish(_ result: Result<CourierAnswer, NetworkError>) { continuation.resume(returning: result) }
}
