import Glibc
import SchemeRouter

/// The end of the program, the only one after anything was printed.
enum ProgramEnd {
    /// Ends with `code`, and not with 0 if not everything could be printed: whoever reads that has only a part of it.
    static func exit(_ code: ExitCode) -> Never {
        guard let reason = StandardStreams.outputFailure, code != .cannotWrite else { Glibc.exit(code.rawValue) }
        let error = ServiceError(
            .cannotWrite, "Not everything could be printed: \(reason).",
            hint: "Whatever else the command does is done. “router history” shows payments.")
        let reported = Failure.report(error) ?? .cannotWrite
        Glibc.exit((code == .done ? reported : code).rawValue)
    }
}
