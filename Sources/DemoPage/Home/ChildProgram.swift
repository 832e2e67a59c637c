import Glibc
import RouterLinux

/// A program that was started: by its argument list, never through a shell, in a session of its own.
///
/// It reads nothing, has no terminal, and what it prints goes to a file. In a session of its own it can be ended together
/// with everything it started.
struct ChildProgram {
    let process: pid_t
    /// The file that has what it prints.
    let output: String

    /// Starts `arguments`, the first of which is the program's absolute path.
    static func start(
        _ arguments: [String], environment: [String: String], directory: String, output: String
    ) throws(DemoError) -> ChildProgram {
        let (process, error) = Linux.spawn(
            arguments[0], arguments, environment: environment,
            streams: [
                .file("/dev/null", flags: O_RDONLY),
                .file(output, flags: O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW, mode: 0o600), .descriptor(1),
            ], directory: directory, newSession: true)
        guard error == 0 else { throw .refused("\(arguments[0]) does not start: \(Linux.strerror(error))") }
        return ChildProgram(process: process, output: output)
    }

    /// How it ended: its exit code, or 128 and the signal; nil while it runs.
    func result() -> Int32? {
        var status: Int32 = 0
        let ended = Linux.waitpid(process, &status, WNOHANG)
        if ended == 0 || (ended < 0 && errno == EINTR) { return nil }
        guard ended == process else { return 128 }
        return status & 0x7F == 0 ? (status >> 8) & 0xFF : 128 + (status & 0x7F)
    }

    /// Ends it and what it started: asked at first, killed after two seconds.
    func end() {
        _ = kill(-process, SIGTERM)
        for _ in 0..<200 {
            if result() != nil { break }
            usleep(10_000)
        }
        _ = kill(-process, SIGKILL)
        _ = waitpid(process, nil, 0)
    }
}
