import ExactJSON
import RouterLinux
import SchemeRouter
import Synchronization

/// One program from its start to its end. The first call starts it, once, and requests are sent one at a time.
///
/// Calls block their thread until the program has responded or its time is over.
final class ProgramSession: Sendable {
    let program: PluginProgram
    private let limits: ProgramLimits
    private let state = Mutex(State.idle)

    private enum State {
        case idle
        case running(Running)
        case failed(ProgramFailure)
    }

    private struct Running {
        let process: ConfinedProgram
        let hello: ProgramHello
        var patience: ProgramPatience
        var lastID: Int64 = 0
    }

    init(_ program: PluginProgram, limits: ProgramLimits) {
        self.program = program
        self.limits = limits
    }

    /// Its description of itself; nil if it was not started, or failed.
    var said: ProgramHello? {
        state.withLock { state in
            guard case .running(let running) = state else { return nil }
            return running.hello
        }
    }

    /// Why it can no longer be used; nil if it can, or was not started.
    var failure: ProgramFailure? {
        state.withLock { state in
            guard case .failed(let failure) = state else { return nil }
            return failure
        }
    }

    /// Its description of itself. Starts the program if it is not running yet.
    func hello() throws(ProgramFailure) -> ProgramHello {
        try state.withLock { (state) throws(ProgramFailure) in try running(&state).hello }
    }

    /// Sends a request and reads the response. Kills the program if the response is invalid.
    /// - Parameters:
    ///   - method: the name of the request, which is also the name of the response's member.
    ///   - mayBeNull: whether a response without that member is valid.
    ///   - read: reads that member. If it throws a failure, the program is ended.
    func ask<Answer>(
        _ method: String, _ parameters: JSON, mayBeNull: Bool = false,
        _ read: (JSON) throws(ProgramFailure) -> Answer
    ) throws(ProgramFailure) -> ProgramAnswer<Answer> {
        try state.withLock { (state) throws(ProgramFailure) in
            var running = try running(&state)
            running.lastID += 1
            // The time counts, whatever the response was.
            defer { if case .running = state { state = .running(running) } }
            do throws(ProgramFailure) {
                let message = JSON(["id": running.lastID, method: parameters])
                let line = Grease.isDue(running.lastID) ? Grease.added(to: message) : message
                let answer = try exchange(line, with: running.process, limits.answer, &running.patience)
                guard let id = answer["id"]?.integer else {
                    throw program.failure(.nonsense, "answered without an “id”")
                }
                guard id == running.lastID else {
                    throw program.failure(
                        .wrongAnswer, "answered with the id \(id) instead of \(running.lastID)")
                }
                if let error = answer["error"] {
                    let areTexts = ["code", "message", "hint", "parameter"].allSatisfy {
                        error[$0].map { $0.string != nil } ?? true
                    }
                    guard error.members != nil, areTexts else {
                        throw program.failure(.nonsense, "refused without a valid “error”")
                    }
                    return .error(error)
                }
                let isOther = ProgramMessages.methods.contains { $0 != method && answer[$0] != nil }
                guard let value = answer[method] ?? (mayBeNull && !isOther ? .null : nil) else {
                    throw program.failure(.wrongAnswer, "did not answer “\(method)” as required")
                }
                return .value(try read(value))
            } catch {
                running.process.kill()
                state = .failed(error)
                throw error
            }
        }
    }

    /// Ends the program because of its output.
    func fail(_ kind: ProgramFailure.Kind, _ what: String) -> ProgramFailure {
        let failure = program.failure(kind, what)
        state.withLock { state in
            if case .running(let running) = state { running.process.kill() }
            state = .failed(failure)
        }
        return failure
    }

    private func running(_ state: inout State) throws(ProgramFailure) -> Running {
        switch state {
        case .running(let running): return running
        case .failed(let failure): throw failure
        case .idle: break
        }
        do throws(ProgramFailure) {
            let running = try start()
            state = .running(running)
            return running
        } catch {
            state = .failed(error)
            throw error
        }
    }

    private func start() throws(ProgramFailure) -> Running {
        let start = try ProgramStart(of: program)
        let process: ConfinedProgram
        do throws(ConfinedProgram.StartError) {
            process = try ConfinedProgram(
                start.path, start.arguments, readable: PluginProgram.readable,
                executable: PluginProgram.executable + start.files, limits: limits.confinement)
        } catch {
            throw program.failure(.notStarted, "does not start: \(error)")
        }
        do throws(ProgramFailure) {
            var patience = ProgramPatience(limits.total)
            let answer = try exchange(ProgramHello.request, with: process, limits.start, &patience)
            return Running(process: process, hello: try ProgramHello(answer, of: program), patience: patience)
        } catch {
            process.kill()
            throw error
        }
    }

    /// Writes a line and reads one, within `most` and the program's remaining time.
    private func exchange(
        _ message: JSON, with process: ConfinedProgram, _ most: Duration, _ patience: inout ProgramPatience
    ) throws(ProgramFailure) -> JSON {
        let start = ContinuousClock.now
        let time = patience.begin(at: start, most: most)
        defer { patience.end(at: .now, since: start) }
        let deadline = Deadline(at: start.advanced(by: time))
        var late: ProgramFailure {
            program.failure(
                .timedOut,
                time < most
                    ? "kept links waiting for \(limits.total.components.seconds) seconds in total"
                    : "did not answer within \(most.components.seconds) seconds")
        }
        var chunk = [UInt8](repeating: 0, count: 16 << 10)
        // Unrequested output is not a response.
        switch process.readSome(into: &chunk) {
        case nil: break
        case 0?: throw ended
        default: throw unasked
        }
        let line = message.bytes + [0x0A]
        guard line.count <= ProgramLimits.line else {
            throw program.failure(.unfit, "cannot receive so much at once")
        }
        var written = 0
        while written < line.count {
            guard let count = process.writeSome(line.span.extracting(written...)) else { throw ended }
            written += count
            if count == 0, try !wait({ () throws(SystemError) in try deadline.wait(forWriting: process.stream) }) {
                throw late
            }
        }
        var answer: [UInt8] = []
        while true {
            if let count = process.readSome(into: &chunk) {
                guard count > 0 else { throw ended }
                answer += chunk[..<count]
                if let end = answer.firstIndex(of: 0x0A) {
                    guard end <= ProgramLimits.line else { throw tooLong }
                    guard end + 1 == answer.count else { throw unasked }
                    answer.removeLast()
                    break
                }
                guard answer.count <= ProgramLimits.line else { throw tooLong }
            } else if try !wait({ () throws(SystemError) in try deadline.wait(forReading: process.stream) }) {
                throw late
            }
        }
        let json = try rethrowing(try JSON(reading: answer, limits: ProgramLimits.json)) { (error: JSONError) in
            program.failure(.nonsense, "wrote a line that is not JSON, at byte \(error.offset)")
        }
        guard json.members != nil else { throw program.failure(.nonsense, "wrote a line that is not a JSON object") }
        return json.withoutNulls
    }

    private func wait(_ body: () throws(SystemError) -> Bool) throws(ProgramFailure) -> Bool {
        do throws(SystemError) { return try body() } catch {
            throw program.failure(.notStarted, "cannot be waited for: \(error)")
        }
    }

    private var ended: ProgramFailure { program.failure(.ended, "exited or closed its output") }
    private var unasked: ProgramFailure { program.failure(.wrongAnswer, "wrote more than it was asked for") }
    private var tooLong: ProgramFailure {
        program.failure(.tooLong, "wrote a line that is longer than \(ProgramLimits.line) bytes or has no end")
    }
}

/// A program's response.
enum ProgramAnswer<Value> {
    case value(Value)
    /// The program's reason for refusing.
    case error(JSON)
}

/// How long a program may still keep links waiting, over all requests.
///
/// Time cannot be counted per link: a program is not told which link a request belongs to. So the time is used up while
/// we wait for the program, and restored, second for second, while we do not.
struct ProgramPatience {
    private let total: Duration
    private var left: Duration
    private var since: ContinuousClock.Instant?

    init(_ total: Duration) {
        self.total = total
        left = total
    }

    /// How long a request at `now` may take.
    mutating func begin(at now: ContinuousClock.Instant, most: Duration) -> Duration {
        if let since { left = min(total, left + since.duration(to: now)) }
        return min(most, left)
    }

    /// The wait for a response ended at `now`.
    mutating func end(at now: ContinuousClock.Instant, since start: ContinuousClock.Instant) {
        left = max(.zero, left - start.duration(to: now))
        since = now
    }
}

/// Limits on a plugin program's time and output.
public struct ProgramLimits: Sendable, Hashable {
    /// From its start to its hello.
    public var start: Duration = .seconds(10)
    /// For one response.
    public var answer: Duration = .seconds(5)
    /// For all successive responses. Idle time, such as while the person reads, restores as much.
    public var total: Duration = .seconds(15)
    /// Limits on resources.
    public var confinement = ConfinedProgram.Limits()

    /// The usual limits.
    public init() {}

    /// The longest line in either direction, in bytes, without its line feed.
    public static let line = 64 << 10
    static let json = JSONLimits(bytes: line, depth: 8)
}
