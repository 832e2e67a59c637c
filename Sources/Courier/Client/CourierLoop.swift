import ExactJSON
import Glibc
import RouterCourierMessages
import RouterLinux
import RouterProcesses
import SchemeRouter

/// The thread's side of a courier: commands go out, answers come in, and nothing waits for ever.
struct CourierLoop: ~Copyable {
    private let inbox: CourierInbox
    private let child: ChildProcess
    private var lines = LineBuffer(limit: CourierLimits.answer.bytes)
    private var waiting: [Waiting] = []
    /// The open connections, until the courier reports that they are closed.
    private var connections: [(id: Int64, lines: CourierLines)] = []

    /// What has still to be written, and how much was.
    private var output: [UInt8]
    private var written = 0
    /// Whether the program has closed its input. What it said before is still to be read.
    private var isDeaf = false
    /// Whether it said that it is ready. Before that it carries out nothing.
    private var isReady = false
    /// Whether all its output was read.
    private var isDrained = false

    private struct Waiting {
        let call: CourierCall
        /// How much has to be written until the courier has the command.
        let end: Int
    }

    /// Starts the program and serves `inbox` until the program ends or is not wanted any more.
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

    /// Returns why it is over.
    private mutating func serve() -> NetworkError {
        while true {
            let contents = inbox.take()
            enqueue(contents)
            // Reads first: what the courier says before it ends is worth more than that it ended.
            if let reason = read() ?? overdue() { return reason }
            write()
            // After reading, or the end of the last connection would be waited for again.
            if contents.isRetired, waiting.isEmpty, connections.isEmpty {
                return .unsent(.courierEnded, "The courier is no longer needed.")
            }
            if !wait() { return Self.ended }
        }
    }

    private static let ended = NetworkError.unsent(
        .courierEnded, "The program “courier”, which connects to the network, exited unexpectedly.")

    private mutating func enqueue(_ contents: CourierInbox.Contents) {
        // First, so that the place of a connection that was closed is free for the next one.
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

    /// Reads what has come. Returns why it is over; nil if it goes on.
    private mutating func read() -> NetworkError? {
        var chunk = [UInt8](repeating: 0, count: 64 * 1_024)
        while true {
            guard let count = child.readSome(into: &chunk) else { return nil }
            lines.append(chunk[..<count])
            while let line = lines.next() {
                if let reason = obey(line) { return reason }
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

    private mutating func obey(_ line: [UInt8]) -> NetworkError? {
        guard let json = try? JSON(reading: line, limits: CourierLimits.answer),
            let answer = try? CourierAnswer(line: json)
        else { return Self.nonsense }
        switch answer {
        case .ready:
            isReady = true
            return nil
        case .refused(let failure):
            // The last that it says.
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

    /// A courier that lets a deadline pass without a word is not waited for. A server that does may send later.
    private mutating func overdue() -> NetworkError? {
        let now = ContinuousClock.now
        for connection in connections { connection.lines.expire(at: now) }
        let late = waiting.filter { $0.call.end <= now }
        guard !late.isEmpty else { return nil }
        waiting.removeAll { $0.call.end <= now }
        // First, so that whoever hears of it and sends again gets another courier.
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

    /// Ends all requests and connections. Those that the courier received may have arrived, whatever happened to it.
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
