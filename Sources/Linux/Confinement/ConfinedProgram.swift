import Glibc
import RouterCLinux
import Synchronization

/// A third-party program that only computes: it reads lines, and answers with lines.
///
/// It is confined before its first instruction, because it may be a script and cannot confine itself. It has no
/// network, not even to this computer, starts no process, executes no other program, sends no signals, writes no files,
/// and reads only those it is given. Its environment is `LANG` and `PATH`. It dies with this value, and with this
/// process, however that ends.
public final class ConfinedProgram: Sendable {
    /// The resource limits of a program.
    public struct Limits: Sendable, Hashable {
        /// Bytes of address space. Runtimes reserve much more than they use.
        public var memory: UInt64 = 2 << 30
        /// Bytes of writable memory.
        public var data: UInt64 = 256 << 20
        /// Files open at a time.
        public var descriptors: UInt64 = 32
        public var threads: UInt64 = 64
        /// Total seconds of processor time.
        public var seconds: UInt64 = 3_600

        /// The usual limits.
        public init() {}
    }

    /// Why a program does not run.
    public struct StartError: Error, Sendable, CustomStringConvertible {
        /// The reason, as the end of a sentence.
        public let description: String
    }

    /// Our end of its standard input and output.
    package let stream: Int32
    private let life: ProgramLife

    /// Where program names are looked up; also the program's own `PATH`.
    public static let searchPath = ["/usr/local/bin", "/usr/bin", "/bin"]

    /// Starts a program by path and argument list, never through a shell.
    /// - Parameters:
    ///   - path: absolute; others must not be able to change the file.
    ///   - arguments: those after its name.
    ///   - readable: additional files and directories that it may read. Missing ones are ignored.
    ///   - executable: files that it may read and needs to start: its interpreter and loader.
    public init(
        _ path: String, _ arguments: [String] = [], readable: [String], executable: [String],
        limits: Limits = Limits()
    ) throws(StartError) {
        guard let pair = Linux.connectedPair() else { throw .last("socketpair") }
        stream = pair.near
        do throws(StartError) {
            defer { close(pair.far) }
            life = try ProgramLife(path, [path] + arguments, stream: pair.far, readable, executable + [path], limits)
            guard fcntl(pair.near, F_SETFL, O_NONBLOCK) == 0 else { throw .last("fcntl") }
        } catch {
            close(pair.near)
            throw error
        }
    }

    deinit {
        life.kill()
        close(stream)
    }

    /// Kills it now, with all of its threads.
    public func kill() { life.kill() }

    /// Writes as much as it accepts now. Returns the number of bytes; nil if it will never accept more.
    package func writeSome(_ bytes: Span<UInt8>) -> Int? {
        while true {
            let count = Linux.send(stream, bytes)
            if count >= 0 { return count }
            if errno == EAGAIN { return 0 }
            guard errno == EINTR else { return nil }
        }
    }

    /// Reads available output. Returns the number of bytes, 0 if it ended or closed its output; nil if there is nothing
    /// yet.
    package func readSome(into bytes: inout [UInt8]) -> Int? {
        while true {
            let count = Linux.read(stream, into: &bytes)
            if count >= 0 { return count }
            if errno == EAGAIN { return nil }
            guard errno == EINTR else { return 0 }
        }
    }
}

extension ConfinedProgram.StartError {
    static func last(_ call: String) -> Self { Self(description: "\(call): \(Linux.strerror(errno))") }
}

/// A confined process from its start until its end has been waited for.
///
/// The kernel kills it when the thread that started it ends, so a separate thread starts it and waits for it.
final class ProgramLife: Sendable {
    private enum State {
        case starting
        case failed(ConfinedProgram.StartError)
        case running(pid_t)
        case ended
    }

    private let state = Mutex(State.starting)

    /// Starts a program with its arguments, the first of which is its name.
    init(
        _ path: String, _ arguments: [String], stream: Int32, _ readable: [String], _ executable: [String],
        _ limits: ConfinedProgram.Limits
    ) throws(ConfinedProgram.StartError) {
        let ruleset: Int32?
        do throws(ConfinementError) {
            ruleset = try Landlock.ruleset(readable: readable, executable: executable).map(Linux.movedUp)
        } catch {
            throw ConfinedProgram.StartError(description: "\(error)")
        }
        let null = Linux.movedUp(Linux.open("/dev/null", O_RDWR | O_CLOEXEC))
        let channel = Linux.connectedPair()
        let started = Linux.pipe(O_CLOEXEC)
        defer {
            for file in [ruleset, null, channel?.near, started?.reading].compactMap(\.self) where file >= 0 {
                close(file)
            }
        }
        guard null >= 0, ruleset ?? 0 >= 0, let channel, let started else {
            let error = ConfinedProgram.StartError.last("open")
            for file in [channel?.far, started?.writing].compactMap(\.self) { close(file) }
            throw error
        }
        let given = linux_confinement(
            stream: stream, null: null, channel: channel.far, own_channel: channel.near, ruleset: ruleset ?? -1,
            memory: limits.memory, data: limits.data, descriptors: limits.descriptors, threads: limits.threads,
            seconds: limits.seconds)
        let isStarted = Linux.startThread { [self] in live(path, arguments, given, telling: started.writing) }
        guard isStarted else {
            for file in [channel.far, started.writing] { close(file) }
            throw ConfinedProgram.StartError(description: "the system cannot start a thread")
        }
        // Waits until the thread knows, and closes its end.
        _ = Linux.readAll(started.reading, limit: 1)
        if case .failed(let error) = state.withLock({ $0 }) { throw error }
    }

    private func live(_ path: String, _ arguments: [String], _ given: linux_confinement, telling started: Int32) {
        let process = Linux.startConfined(
            path, arguments,
            environment: ["LANG=C.UTF-8", "PATH=\(ConfinedProgram.searchPath.joined(separator: ":"))"],
            given)
        let error = ConfinedProgram.StartError(description: Linux.strerror(errno))
        state.withLock { $0 = process < 0 ? .failed(error) : .running(process) }
        close(started)
        guard process >= 0 else { return }
        linux_await_end(process)
        // Under the lock, so that nobody kills another process that gets this id afterwards.
        state.withLock { state in
            var status: Int32 = 0
            while Linux.waitpid(process, &status, 0) < 0 && errno == EINTR {}
            state = .ended
        }
    }

    /// Kills the process. It has no children.
    func kill() {
        state.withLock { state in
            guard case .running(let process) = state else { return }
            _ = Glibc.kill(process, SIGKILL)
        }
    }
}
