import Glibc
import RouterCLinux
import RouterLinux
import Synchronization

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
