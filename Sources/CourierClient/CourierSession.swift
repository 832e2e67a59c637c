import ExactJSON
import Glibc
import RouterCourierMessages
import RouterLinux
import SchemeRouter

/// One run of the courier, on its own thread, which writes, reads and watches the time.
final class CourierSession: Sendable {
    let inbox: CourierInbox

    /// Starts the program. If that fails, so does every request.
    init(_ configuration: CourierConfiguration, program: String?) {
        let inbox = CourierInbox()
        self.inbox = inbox
        let isStarted = DedicatedThread.start { CourierLoop.run(inbox, configuration, program: program) }
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

/// The thread's side of a courier: commands go out, answers come in, and nothing waits for ever.
struct CourierLoop: ~Copyable {
    private let inbox: CourierInbox
    private let child: ChildProcess
    private var lines = LineBuffer(limit: CourierLimits.answer.bytes)
    private var waiting: [Waiting] = []
    /// The open connections, until the courier reports them closed.
    private var connections: [(id: Int64, lines: CourierLines)] = []

    /// The output to write, and how much of it is written.
    private var output: [UInt8]
    private var written = 0
    /// Whether the program has closed its input. Its earlier output is still to be read.
    private var isDeaf = false
    /// Whether it has reported that it is ready. It executes nothing before that.
    private var isReady = false
    /// Whether all its output has been read.
    private var isDrained = false

    private struct Waiting {
        let call: CourierCall
        /// The output position at which the courier has the whole command.
        let end: Int
    }

    /// Starts the program and serves `inbox` until the program ends or is no longer needed.
    static func run(_ inbox: CourierInbox, _ configuration: CourierConfiguration, program: String?) {
        let child: ChildProcess
        do throws(NetworkError) {
            child = try start(program)
        } catch {
            return inbox.end(error)
        }
        var loop = CourierLoop(inbox, child, configuration)
        let reason = loop.serve()
        loop.finish(reason)
    }

    private static func start(_ program: String?) throws(NetworkError) -> ChildProcess {
        guard let program else {
            throw .unsent(
                .courierUnavailable, "The path of this program is unknown, so “courier” cannot be found.")
        }
        // It sees everything that this computer asks networks (S7).
        if let danger = TrustedPath.danger(to: program) {
            throw .unsent(.courierUnavailable, "\(ForeignText(program.utf8).text) \(danger).")
        }
        let spawn = Spawn(program: program, arguments: ["courier"], environment: [:])
        return try rethrowing(try ChildProcess.start(spawn)) { (error: SystemError) in
            NetworkError.unsent(.courierUnavailable, "\(ForeignText(program.utf8).text) does not start: \(error).")
        }
    }

    private init(_ inbox: CourierInbox, _ child: consuming ChildProcess, _ configuration: CourierConfiguration) {
        self.inbox = inbox
        self.child = child
        output = configuration.json.bytes + [0x0A]
    }

    /// Runs until the end, and returns the reason.
    private mutating func serve() -> NetworkError {
        while true {
            let contents = inbox.take()
            enqueue(contents)
            // Read first: the courier's last words are more useful than the fact that it ended.
            if let reason = read() ?? overdue() { return reason }
            write()
            // After reading, or the loop would wait again for the end of the last connection.
            if contents.isRetired, waiting.isEmpty, connections.isEmpty {
                return .unsent(.courierEnded, "The courier is no longer needed.")
            }
            if !wait() { return Self.ended }
        }
    }

    private static let ended = NetworkError.unsent(
        .courierEnded, "The program “courier”, which connects to the network, exited unexpectedly.")

    private mutating func enqueue(_ contents: CourierInbox.Contents) {
        // First, so that a closed connection's slot is free for the next one.
        for id in contents.cancelled where lines(of: id) != nil { output += CourierCommand.cancel(id).line }
        for call in contents.calls {
            output += call.line
            waiting.append(Waiting(call: call, end: output.count))
        }
        for (id, weight) in contents.taken { output += CourierCommand.take(id, weight: Int64(weight)).line }
        for id in contents.cancelled where isWaiting(id) { output += CourierCommand.cancel(id).line }
    }

    private borrowing func isWaiting(_ id: Int64) -> Bool { waiting.contains { $0.call.id == id } }

    private borrowing func lines(of id: Int64) -> CourierLines? { connections.first { $0.id == id }?.lines }

    private borrowing func wait() -> Bool {
        let end = (waiting.map(\.call.end) + connections.compactMap(\.lines.deadline)).min()
        let deadline = end.map { Deadline(at: $0) }
        return child.wait(
            forWriting: written < output.count && !isDeaf, orFor: inbox.descriptor, until: deadline)
    }

    /// Reads available output. Returns the reason if the session is over; nil if it continues.
    private mutating func read() -> NetworkError? {
        var chunk = [UInt8](repeating: 0, count: 64 * 1_024)
        while true {
            guard let count = child.readSome(into: &chunk) else { return nil }
            lines.append(chunk[..<count])
            while let line = lines.next() {
                if let reason = handle(line) { return reason }
            }
            guard count > 0 else {
                isDrained = true
                return Self.ended
            }
            guard !lines.isOverfull else { return Self.nonsense }
        }
    }

    static let nonsense = NetworkError.unsent(
        .internalError, "The program “courier” sent an invalid answer.")

    private mutating func handle(_ line: [UInt8]) -> NetworkError? {
        guard let json = try? JSON(reading: line, limits: CourierLimits.answer),
            let answer = try? CourierAnswer(line: json)
        else { return Self.nonsense }
        switch answer {
        case .ready:
            isReady = true
            return nil
        case .refused(let failure):
            // Its last answer.
            isDrained = true
            return failure.cleaned
        case .answer(let id, _), .sent(let id): return finish(id, .success(answer))
        case .connected(let id, _):
            guard let lines = waiting.first(where: { $0.call.id == id })?.call.lines else { return Self.nonsense }
            connections.append((id, lines))
            return finish(id, .success(answer))
        case .line(let id, let line):
            return lines(of: id)?.deliver(line) == true ? nil : Self.nonsense
        case .failure(let id, let failure):
            guard let index = connections.firstIndex(where: { $0.id == id }) else {
                return finish(id, .failure(failure.cleaned))
            }
            connections.remove(at: index).lines.end(failure.cleaned)
            return nil
        }
    }

    private mutating func finish(_ id: Int64, _ result: Result<CourierAnswer, NetworkError>) -> NetworkError? {
        guard let index = waiting.firstIndex(where: { $0.call.id == id }) else { return Self.nonsense }
        waiting.remove(at: index).call.finish(result)
        return nil
    }

    private mutating func write() {
        guard written < output.count, !isDeaf else { return }
        guard let count = child.writeSome(output[written...]) else {
            isDeaf = true
            return
        }
        written += count
        if written == output.count {
            output = []
            written = 0
            waiting = waiting.map { Waiting(call: $0.call, end: 0) }
        }
    }

    /// Gives up on a courier that misses a deadline without an answer.
    private mutating func overdue() -> NetworkError? {
        let now = ContinuousClock.now
        for connection in connections { connection.lines.expire(at: now) }
        let late = waiting.filter { $0.call.end <= now }
        guard !late.isEmpty else { return nil }
        waiting.removeAll { $0.call.end <= now }
        // First, so that a caller that retries gets another courier.
        inbox.end(Self.ended)
        for late in late {
            late.call.finish(
                .failure(
                    NetworkError(
                        .timedOut, "The program “courier” did not answer in time.",
                        mayHaveArrived: late.call.isSending && late.end <= written)))
        }
        return Self.ended
    }

    /// Ends all requests and connections. Those that the courier received may have been sent, whatever happened to it.
    private mutating func finish(_ reason: NetworkError) {
        child.kill()
        inbox.end(reason)
        for waiting in waiting {
            let mayHaveArrived = waiting.call.isSending && waiting.end <= written && (isReady || !isDrained)
            waiting.call.finish(
                .failure(NetworkError(reason.code, reason.message, mayHaveArrived: mayHaveArrived)))
        }
        waiting = []
        for connection in connections { connection.lines.end(reason) }
        connections = []
    }
}
