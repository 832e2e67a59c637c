import CourierMessages
import SchemeRouter

/// One run of the courier, on a thread of its own that writes, reads and watches the time.
final class CourierSession: Sendable {
    private let inbox: CourierInbox

    /// Starts the program. Where that fails, so does every request.
    init(_ configuration: CourierConfiguration, program: String?) {
        let inbox = CourierInbox()
        self.inbox = inbox
        let isStarted = OwnThread.start { CourierLoop.run(inbox, configuration, program: program) }
        if !isStarted {
            inbox.end(NetworkError(.courierUnavailable, "The system gives no thread.", mayHaveArrived: false))
        }
    }

    /// Whether it takes no more requests.
    var hasEnded: Bool { inbox.hasEnded }

    /// Ends the program once the requests under way have ended.
    func retire() {
        inbox.retire()
    }

    func send(
        _ request: NetworkRequest, until deadline: ContinuousClock.Instant
    ) async -> Result<NetworkAnswer, NetworkError> {
        let left = ContinuousClock.now.duration(to: deadline)
        guard left >= .milliseconds(1) else {
            return .failure(NetworkError(.timedOut, "There is no time left for the request.", mayHaveArrived: false))
        }
        guard !Task.isCancelled else {
            return .failure(NetworkError(.cancelled, "The request was cancelled.", mayHaveArrived: false))
        }
        let id = inbox.newNumber()
        let line = CourierCommand.http(id, CourierRequest(request, timeout: left)).line
        defer { inbox.forget(id) }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                inbox.add(CourierCall(id: id, line: line, deadline: deadline, continuation: continuation))
            }
        } onCancel: {
            inbox.cancel(id)
        }
    }
}

extension CourierRequest {
    fileprivate init(_ request: NetworkRequest, timeout: Duration) {
        let method: Method =
            switch request.method {
            case .get: .get
            case .post: .post
            }
        self.init(
            method, request.url, headers: request.headers.map { CourierHeader($0.name, $0.value) }, body: request.body,
            timeout: min(timeout.milliseconds, CourierLimits.milliseconds),
            connectTimeout: min(max(request.connectTimeout.milliseconds, 1), CourierLimits.milliseconds),
            answerLimit: Int64(request.answerLimit), isRepeatable: request.isRepeatable)
    }
}

extension Duration {
    /// Whole milliseconds, rounded down.
    fileprivate var milliseconds: Int64 {
        let (seconds, attoseconds) = components
        return seconds.multipliedReportingOverflow(by: 1_000).overflow
            ? .max : seconds * 1_000 + attoseconds / 1_000_000_000_000_000
    }
}
