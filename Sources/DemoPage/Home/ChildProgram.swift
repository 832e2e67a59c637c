import Glibc
import RouterLinux

/// A program that was started with an argument list, never through a shell, in its own session.
///
/// It gets no input and no terminal, and its output goes to a file. Its own session makes it possible to end it
/// together with everything it started.
struct ChildProgram {
    let process: pid_t
    /// The file for its output.
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

    /// Its exit code, or 128 plus the signal; nil while it runs.
    func result() -> Int32? {
        var status: Int32 = 0
        let ended = Linux.waitpid(process, &status, WNOHANG)
        if ended == 0 || (ended < 0 && errno == EINTR) { return nil }
        guard ended == process else { return 128 }
        return status & 0x7F == 0 ? (status >> 8) & 0xFF : 128 + (status & 0x7F)
    }

    /// Ends it and everything it started: first with a request, then by force after two seconds.
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
