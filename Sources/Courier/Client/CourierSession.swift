import RouterCourierMessages
import RouterProcesses
import SchemeRouter

/// One run of the courier, on its own thread, which writes, reads and watches the time.
final class CourierSession: Sendable {
    let inbox: CourierInbox

    /// Starts the program. If that fails, so does every request.
    init(_ configuration: CourierConfiguration, program: String?) {
        let inbox = CourierInbox()
        self.inbox = inbox
        let isStarted = OwnThread.start { CourierLoop.run(inbox, configuration, program: program) }
        if !isStarted {
            inbox.end(.unsent(.courierUnavailable, "The system cannot start a thread."))
        }
    }

    func send(
        _ request: NetworkRequest, until deadline: ContinuousClock.Instant
    ) async -> Result<NetworkAnswer, NetworkError> {
        await call(until: deadline, isSending: true) { id, timeout in
            .http(id, request.withinLimits, timeout: timeout)
        }.flatMap { answer in
            guard case .answer(_, let body) = answer else { return .failure(CourierLoop.nonsense) }
            return .success(body)
        }
    }

    func connect(
        to server: LineServer, until deadline: ContinuousClock.Instant
    ) async -> Result<CourierLineConnection, NetworkError> {
        if case .pinned(let digest)? = server.certificate, digest.count != LineServer.digestLength {
            return .failure(
                .unsent(.badRequest, "The stored digest of a certificate is not a SHA-256."))
        }
        let id = inbox.newNumber()
        let lines = CourierLines(limit: server.lineLimit) { [inbox] weight in inbox.take(id, weight: weight) }
        return await call(id, until: deadline, isSending: false, lines: lines) { id, timeout in
            .connect(id, server, timeout: timeout)
        }.flatMap { answer in
            guard case .connected(_, let certificate) = answer else { return .failure(CourierLoop.nonsense) }
            return .success(CourierLineConnection(id, certificate: certificate, self, lines))
        }
    }

    /// Executes one command.
    /// - Parameters:
    ///   - id: its number; a new one by default.
    ///   - isSending: whether it sends data to a server.
    ///   - lines: the destination of lines that follow its answer.
    ///   - command: makes the command from its number and the remaining milliseconds.
    func call(
        _ id: Int64? = nil, until deadline: ContinuousClock.Instant, isSending: Bool, lines: CourierLines? = nil,
        _ command: (Int64, Int64) -> CourierCommand
    ) async -> Result<CourierAnswer, NetworkError> {
        let left = ContinuousClock.now.duration(to: deadline)
        guard left >= .milliseconds(1) else {
            return .failure(.unsent(.timedOut, "There is no time left for the request."))
        }
        guard !Task.isCancelled else {
            return .failure(.unsent(.cancelled, "The request was cancelled."))
        }
        let id = id ?? inbox.newNumber()
        let line = command(id, min(left.milliseconds, CourierLimits.milliseconds)).line
        guard line.count <= CourierLimits.command.bytes else {
            return .failure(.unsent(.badRequest, "The request is too large."))
        }
        defer { inbox.forget(id) }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                inbox.add(
                    CourierCall(
                        id: id, line: line, deadline: deadline, isSending: isSending, lines: lines,
                        continuation: continuation))
            }
        } onCancel: {
            inbox.cancel(id)
        }
    }
}

extension NetworkRequest {
    /// The request as a courier accepts it.
    fileprivate var withinLimits: NetworkRequest {
        var request = self
        request.connectTimeout = min(max(connectTimeout, .milliseconds(1)), .milliseconds(CourierLimits.milliseconds))
        return request
    }
}
