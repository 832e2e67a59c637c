import ExactJSON
import Glibc
import RouterCCurl
import RouterConnections
import RouterCourierMessages
import RouterLinux

/// The only program that opens sockets. It holds no keys, reads commands on standard input, writes answers on standard
/// output, one line of JSON each, and ends when its standard input does.
public enum Courier {
    /// The most files and sockets open at a time.
    private static let maxDescriptors = 128

    /// Serves the client until it disconnects, and never returns before that.
    public static func run() {
        signal(SIGPIPE, SIG_IGN)
        var answers = AnswerStream()
        var commands = CommandStream()
        do throws(NetworkError) {
            guard let work = try begin(&commands, &answers) else { leave() }
            try serve(work, &commands, &answers)
        } catch {
            answers.append(.refused(error))
            _ = answers.flush()
            _exit(78)
        }
    }

    /// Reads the configuration, then gives up all privileges it does not need. Nil if there is no request.
    private static func begin(
        _ commands: inout CommandStream, _ answers: inout AnswerStream
    ) throws(NetworkError) -> Work? {
        try rethrowing(try Confinement.begin(), unprotected)
        guard let given = try commands.first() else { return nil }
        let configuration = try CheckedConfiguration(given)
        guard curl_global_init(curl_global_tls) == CURLE_OK else {
            throw .unsent(.internalError, "libcurl does not start.")
        }
        // Protections that the kernel lacks are skipped; “router doctor” reports them.
        _ = try rethrowing(
            try Confinement.seal(readable: configuration.readable, descriptors: maxDescriptors), unprotected)
        if !configuration.resolvesNames { _ = Confinement.forbidDatagrams(exceptLocal: configuration.usesSockets) }
        answers.append(.ready(landlock: Landlock.version.map(Int64.init)))
        return try Work(configuration)
    }

    private static func serve(
        _ given: consuming Work, _ commands: inout CommandStream, _ answers: inout AnswerStream
    ) throws(NetworkError) {
        var work = given
        while true {
            for answer in work.advance() { answers.append(answer) }
            // Write first: a client that waits for an answer sends nothing.
            guard answers.flush() else { leave() }
            if !answers.isOverfull {
                guard commands.fill() else { leave() }
                try handle(&commands, &work, &answers)
                guard answers.flush() else { leave() }
            }
            for answer in work.advance() { answers.append(answer) }
            guard answers.flush() else { leave() }
            var streams = [curl_waitfd(fd: STDIN_FILENO, events: Int16(CURL_WAIT_POLLIN), revents: 0)]
            if answers.isOverfull { streams = [] }
            if answers.isWaiting {
                streams.append(curl_waitfd(fd: STDOUT_FILENO, events: Int16(CURL_WAIT_POLLOUT), revents: 0))
            }
            work.wait(for: streams)
        }
    }

    private static func handle(
        _ commands: inout CommandStream, _ work: inout Work, _ answers: inout AnswerStream
    ) throws(NetworkError) {
        while let line = try commands.next() {
            let command = try rethrowing(try CourierCommand(line: line)) { (error: MessageError) in
                NetworkError.unsent(.badRequest, "A line is not a command: \(error).")
            }
            for answer in work.handle(command) { answers.append(answer) }
        }
    }

    /// Immediately, whatever is in progress: no request may outlive its client.
    private static func leave() -> Never { _exit(0) }

    private static func unprotected(_ error: ConfinementError) -> NetworkError {
        .unsent(.internalError, "The courier cannot confine itself on this system: \(error).")
    }
}

/// Everything in progress: requests, and lasting connections.
struct Work: ~Copyable {
    /// The longest wait, in milliseconds.
    private static let longestWait = 60_000

    private var transfers: Transfers
    private var connections: Connections

    init(_ configuration: CheckedConfiguration) throws(NetworkError) {
        transfers = try Transfers(configuration)
        connections = Connections(configuration)
    }

    /// Begins to execute a command. Returns its immediate answers.
    mutating func handle(_ command: CourierCommand) -> [CourierAnswer] {
        switch command {
        case .http(let id, let request, let timeout):
            return Self.trying(id, try transfers.begin(id, request, timeout: timeout))
        case .connect(let id, let server, let timeout):
            return Self.trying(id, try connections.begin(id, server, timeout: timeout))
        case .send(let id, let bytes, let connection, let timeout):
            return Self.trying(id, try connections.send(id, bytes, over: connection, timeout: timeout))
        case .take(let id, let weight):
            connections.take(id, weight)
            return []
        case .cancel(let id): return transfers.cancel(id).map { [$0] } ?? connections.cancel(id)
        }
    }

    private static func trying(_ id: Int64, _ body: @autoclosure () throws(NetworkError) -> Void) -> [CourierAnswer] {
        do throws(NetworkError) {
            try body()
            return []
        } catch {
            return [.failure(id, error)]
        }
    }

    /// Makes progress without waiting. Returns the answers.
    mutating func advance() -> [CourierAnswer] { transfers.advance() + connections.advance() }

    /// Waits until a request or connection can make progress, or one of `streams` is ready.
    borrowing func wait(for streams: [curl_waitfd]) {
        var streams = streams
        let milliseconds = connections.waits(&streams) ?? Self.longestWait
        transfers.wait(for: &streams, milliseconds: min(milliseconds, Self.longestWait))
    }
}
