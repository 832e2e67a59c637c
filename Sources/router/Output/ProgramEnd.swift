import Glibc
import SchemeRouter

/// Ends the program. After printing anything, it must end here.
enum ProgramEnd {
    /// Ends with `code`, but never with 0 if output was lost: whoever reads it has only a part.
    static func exit(_ code: ExitCode) -> Never {
        guard let reason = StandardStreams.outputFailure, code != .cannotWrite else { Glibc.exit(code.rawValue) }
        let error = ServiceError(
            .cannotWrite, "Not everything could be printed: \(reason).",
            hint: "Whatever else the command does is done. “router history” shows payments.")
        let reported = Failure.report(error) ?? .cannotWrite
        Glibc.exit((code == .done ? reported : code).rawValue)
    }
}
