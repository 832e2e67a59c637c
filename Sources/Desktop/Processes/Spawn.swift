import Glibc
import LinuxCalls

/// A program about to be started: by path and argument list, never through a shell.
struct Spawn {
    /// Absolute path of the executable file.
    let program: String
    /// The arguments, the first being the name the program sees itself under.
    let arguments: [String]
    /// The whole environment.
    let environment: [String: String]
    /// Starts the program. The child has the three streams and no other descriptor, default signal handling and an
    /// empty signal mask, whatever this process has.
    /// - Parameters:
    ///   - directory: the child's working directory; nil keeps ours.
    ///   - newSession: whether it leaves our session, and with it our terminal.
    /// - Returns: the process id. The caller must wait for it.
    func start(
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
