import Glibc

/// What a person and a script read.
enum Output {
    /// Prints a line, of problems on standard error.
    static func line(_ text: String, isProblem: Bool = false) {
        let bytes = Array((text + "\n").utf8)
        _ = unsafe write(isProblem ? STDERR_FILENO : STDOUT_FILENO, bytes, bytes.count)
    }

    /// Says what is wrong and ends.
    static func end(_ problem: String, status: Int32) -> Never {
        line(problem, isProblem: true)
        exit(status)
    }
}
