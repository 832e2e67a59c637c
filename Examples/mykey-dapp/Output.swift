import Glibc

/// Output for people and scripts.
enum Output {
    /// Prints a line, to standard error if it is a problem.
    static func line(_ text: String, isProblem: Bool = false) {
        let bytes = Array((text + "\n").utf8)
        _ = unsafe write(isProblem ? STDERR_FILENO : STDOUT_FILENO, bytes, bytes.count)
    }

    /// Reports a problem and exits.
    static func end(_ problem: String, status: Int32) -> Never {
        line(problem, isProblem: true)
        exit(status)
    }
}
