import RouterCourierMessages
import RouterProcesses
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

    /// Ends the program once the requests under way have ended, and the connections.
    func retire() {
        inbox.retire()
    }

    /// Ends a connection.
    func close(_ connection: Int64) {
        inbox.close(connection)
    }

    /// Makes the thread look at the deadlines again.
    func watch() {
        inbox.wake()
    }

    func send(
        _ request: NetworkRequest, until deadline: ContinuousClock.Instant
    ) async -> Result<NetworkAnswer, NetworkError> {
        await call(until: deadline, isSending: true) { id, timeout in
            .http(id, CourierRequest(request.withinLimits, timeout: timeout))
        }.flatMap { answer in
            guard case .answer(_, let body) = answer else { return .failure(CourierLoop.nonsense) }
            return .success(body)
        }
    }

    func connect(
        to server: LineServer, until deadline: ContinuousClock.Instant
    ) async -> Result<CourierLineConnection, NetworkError> {
        if case .pinned(let digest)? = server.certificate, digest.count != CourierServer.digestLength {
            return .failure(
                NetworkError(.badRequest, "What is known of a certificate is not a SHA-256.", mayHaveArrived: false))
        }
        let id = inbox.newNumber()
        let lines = CourierLines(limit: server.lineLimit) { [inbox] weight in inbox.take(id, weight: weight) }
        return await call(id, until: deadline, isSending: false, lines: lines) { id, timeout in
            .connect(id, CourierServer(server, timeout: timeout))
        }.flatMap { answer in
            guard case .connected(_, let certificate) = answer else { return .failure(CourierLoop.nonsense) }
            return .success(CourierLineConnection(id, certificate: certificate, self, lines))
        }
    }

    /// Has one command carried out.
    /// - Parameters:
    ///   - id: its number; a new one where none is given.
    ///   - isSending: whether a server gets something by it.
    ///   - lines: where the lines go that come after its answer.
    ///   - command: makes it, of its number and the milliseconds that are left.
    func call(
        _ id: Int64? = nil, until deadline: ContinuousClock.Instant, isSending: Bool, lines: CourierLines? = nil,
        _ command: (Int64, Int64) -> CourierCommand
    ) async -> Result<CourierAnswer, NetworkError> {
        let left = ContinuousClock.now.duration(to: deadline)
        guard left >= .milliseconds(1) else {
            return .failure(NetworkError(.timedOut, "There is no time left for the request.", mayHaveArrived: false))
        }
        guard !Task.isCancelled else {
            return .failure(NetworkError(.cancelled, "The request was cancelled.", mayHaveArrived: false))
        }
        let id = id ?? inbox.newNumber()
        let line = command(id, min(left.milliseconds, CourierLimits.milliseconds)).line
        guard line.count <= CourierLimits.command.bytes else {
            return .failure(NetworkError(.badRequest, "The request is too large.", mayHaveArrived: false))
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
    /// The request as a courier takes it.
    fileprivate var withinLimits: NetworkRequest {
        var request = self
        request.connectTimeout = min(max(connectTimeout, .milliseconds(1)), .milliseconds(CourierLimits.milliseconds))
        return request
    }
}
