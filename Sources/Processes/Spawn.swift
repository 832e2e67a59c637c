import Glibc
import RouterLinux

/// A program about to be started: by path and argument list, never through a shell.
package struct Spawn {
    /// Absolute path of the executable file.
    package let program: String
    /// The arguments, the first being the program's own name.
    package let arguments: [String]
    package let environment: [String: String]

    package init(program: String, arguments: [String], environment: [String: String]) {
        self.program = program
        self.arguments = arguments
        self.environment = environment
    }

    /// Starts the program. The child has the three streams and no other descriptor, default signal handling and an
    /// empty signal mask, whatever this process has.
    /// - Parameters:
    ///   - directory: the child's working directory; nil keeps ours.
    ///   - newSession: whether it leaves our session, and with it our terminal.
    /// - Returns: the process id. The caller must wait for it.
    package func start(
        input: Linux.Stream, output: Linux.Stream, error: Linux.Stream, directory: String? = nil,
        newSession: Bool = false
    ) throws(SystemError) -> pid_t {
        let (process, code) = Linux.spawn(
            program, arguments, environment: environment, streams: [input, output, error], directory: directory,
            newSession: newSession)
        guard code == 0 else { throw SystemError(code: code) }
        return process
    }
}

/// A program that runs independently: its own session, no terminal, no input and no output.
package enum DetachedProcess {
    /// Starts the program and does not wait for it.
    ///
    /// It stays our child, because Swift cannot fork twice around `posix_spawn`. A thread waits for it, so that no
    /// zombie stays in a long-lived process; if there is no thread, the zombie lasts until this process ends, which for
    /// a command line is at once.
    package static func start(_ spawn: Spawn, in directory: String) throws(SystemError) {
        let process = try spawned(spawn, in: directory)
        _ = OwnThread.start { reap(process) }
    }

    /// Starts the program, and returns how it ended if it did within `time`; nil if it is still running, which may be
    /// normal.
    ///
    /// A separate thread watches it, so that no other blocks; if there is no thread, nothing watches it.
    package static func watch(
        _ spawn: Spawn, in directory: String, for time: Duration
    ) async throws(SystemError) -> ProcessEnd? {
        let process = try spawned(spawn, in: directory)
        let deadline = Deadline(in: time)
        return await withCheckedContinuation { (continuation: CheckedContinuation<ProcessEnd?, Never>) in
            let started = OwnThread.start {
                var status: Int32 = 0
                while true {
                    let ended = Linux.waitpid(process, &status, WNOHANG)
                    if ended == process { return continuation.resume(returning: ProcessEnd(status: status)) }
                    if deadline.isOver || (ended < 0 && errno != EINTR) { break }
                    usleep(10_000)
                }
                continuation.resume(returning: nil)
                reap(process)
            }
            if !started { continuation.resume(returning: nil) }
        }
    }

    private static func spawned(_ spawn: Spawn, in directory: String) throws(SystemError) -> pid_t {
        try spawn.start(input: .null, output: .null, error: .null, directory: directory, newSession: true)
    }

    private static func reap(_ process: pid_t) {
        while waitpid(process, nil, 0) < 0 && errno == EINTR {}
    }
}

/// How a program ended.
package struct ProcessEnd: Sendable, Hashable {
    /// Its exit status, or the signal that ended it, counted from 128, as in shells.
    package let status: Int32

    /// The end that `waitpid` reports as `status`.
    package init(status: Int32) {
        let signal = status & 0x7F
        self.status = signal == 0 ? status >> 8 & 0xFF : 128 + signal
    }
}

/// A system call that failed.
package struct SystemError: Error, Equatable, CustomStringConvertible {
    package let code: Int32

    /// An error with this value of `errno`.
    package init(code: Int32) {
        self.code = code
    }

    /// The error of the call that just failed.
    package static var last: SystemError { SystemError(code: errno) }

    package var description: String { Linux.strerror(code) }
}
