import Glibc
import RouterCLinux
import RouterLinux
import Synchronization

/// A confined process from its start until somebody has waited for its end.
///
/// The kernel kills it when the thread that started it ends. So a thread of its own starts it, and waits for it.
final class ProgramLife: Sendable {
    private enum State {
        case starting
        case failed(ConfinedProgram.StartError)
        case running(pid_t)
        case ended
    }

    private let state = Mutex(State.starting)
    /// All that run, so that they are ended where this process ends by itself: a program can get rid of the signal that the
    /// kernel would send it.
    private static let running = Mutex<[pid_t]>([])
    private static let endsWithUs: Void = { atexit { ProgramLife.killAll() } }()

    init(
        _ path: String, stream: Int32, _ readable: [String], _ executable: [String],
        _ limits: ConfinedProgram.Limits
    ) throws(ConfinedProgram.StartError) {
        let ruleset: Int32?
        do throws(ConfinementError) {
            ruleset = try Landlock.ruleset(readable: readable, executable: executable).map(Linux.movedUp)
        } catch {
            throw ConfinedProgram.StartError(description: "\(error)")
        }
        let null = Linux.movedUp(Linux.open("/dev/null", O_RDWR | O_CLOEXEC))
        let report = Linux.pipe(O_CLOEXEC).map {
            (reading: Linux.movedUp($0.reading), writing: Linux.movedUp($0.writing))
        }
        defer { for file in [ruleset, null, report?.reading].compactMap(\.self) where file >= 0 { close(file) } }
        guard null >= 0, let report, report.reading >= 0, report.writing >= 0 else { throw .last("open") }
        let given = linux_confinement(
            stream: stream, null: null, report: report.writing, ruleset: ruleset ?? -1, memory: limits.memory,
            data: limits.data, descriptors: limits.descriptors, threads: limits.threads, seconds: limits.seconds)
        let isStarted = Linux.startThread { [self] in live(path, given) }
        guard isStarted else {
            close(report.writing)
            throw ConfinedProgram.StartError(description: "the system gives no thread")
        }
        // Until the program runs, or the thread has said why it does not: then both have closed their ends.
        let code = Self.code(from: report.reading)
        if case .failed(let error) = state.withLock({ $0 }) { throw error }
        if let code {
            kill()
            throw ConfinedProgram.StartError(description: Linux.strerror(code))
        }
    }

    /// What a child reports that could not become the program; nil where it could.
    private static func code(from report: Int32) -> Int32? {
        guard let bytes = Linux.readAll(report, limit: 4), bytes.count == 4 else { return nil }
        return bytes.reversed().reduce(0) { $0 << 8 | Int32($1) }
    }

    private func live(_ path: String, _ given: linux_confinement) {
        // The argument that a script's interpreter gets is the path.
        let process = Linux.startConfined(
            path, [path], environment: ["LANG=C.UTF-8", "PATH=/usr/local/bin:/usr/bin:/bin"], given)
        let error = ConfinedProgram.StartError.last("fork")
        state.withLock { $0 = process < 0 ? .failed(error) : .running(process) }
        close(given.report)
        guard process >= 0 else { return }
        Self.endsWithUs
        Self.running.withLock { $0.append(process) }
        linux_await_end(process)
        Self.running.withLock { $0.removeAll { $0 == process } }
        // Under the lock, so that nobody kills another process that gets the number afterwards.
        state.withLock { state in
            var status: Int32 = 0
            while Linux.waitpid(process, &status, 0) < 0 && errno == EINTR {}
            state = .ended
        }
    }

    /// Kills every program of this process. Their numbers are nobody else's: nobody has waited for those that are here.
    private static func killAll() {
        running.withLock { running in
            for process in running {
                _ = Glibc.kill(-process, SIGKILL)
                _ = Glibc.kill(process, SIGKILL)
            }
        }
    }

    /// Kills the process and whatever is in its group.
    func kill() {
        state.withLock { state in
            guard case .running(let process) = state else { return }
            _ = Glibc.kill(-process, SIGKILL)
            _ = Glibc.kill(process, SIGKILL)
        }
    }
}
