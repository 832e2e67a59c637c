import ExactJSON
import SchemeRouter

/// Why a command failed: for people, for programs, and as the exit code.
struct Failure {
    let code: ExitCode
    /// For people.
    let text: String
    /// For programs: `{"error":{"code":…,"message":…,"hint":…,"exit":…}}`, and members for the kind of error.
    let json: JSON

    /// Nil for an error that no part of this program throws.
    init?(_ error: any Error) {
        switch error {
        case let error as DescriptorErrors:
            self.init(
                .badConfiguration, error.text,
                JSON([
                    "code": ServiceError.Code.badConfiguration.rawValue,
                    "message": "The descriptors or the settings have mistakes.",
                    "hint": "Without --json, the lines that are wrong are shown.",
                    "problems": error.diagnostics.map { Problem($0).json },
                ]))
        case let error as ServiceError: self.init(error)
        case let error as RejectedLink: self.init(error.error, of: error.link)
        case let error as RequestError: self.init(error, of: nil)
        case let error as UsageError: self.init(error, exit: .usage)
        case let error as CommandFailure: self.init(error.exit, error.code, error.message, error.hint)
        case PromptError.refused: self.init(.refused, "refused", ending: "You refused; nothing was done.")
        case PromptError.timedOut: self.init(.refused, "timedOut", ending: "Nobody answered in time; nothing was done.")
        case PromptError.unavailable(let reason): self.init(.noPrompt(reason))
        case PromptError.interrupted(let reason): self.init(.noAnswer(reason))
        default: return nil
        }
    }

    private init(_ error: ServiceError) {
        let code = ExitCode(error.code)
        self.init(
            code, error.text,
            JSON([
                "code": error.code.rawValue, "message": error.message, "hint": error.hint, "reason": error.reason,
            ]))
    }

    /// - Parameter exit: the exit code; an error about invalid arguments may stand for another.
    init(_ error: UsageError, exit: ExitCode) {
        guard let mistakes = error.mistakes else {
            self.init(exit, "usage", error.message, error.hint)
            return
        }
        let hint = error.hint.map { "\n\($0)" } ?? ""
        self.init(
            .usage, "error: \(error.message)\n\(mistakes.text)\(hint)",
            JSON([
                "code": "usage", "message": error.message, "hint": error.hint,
                "problems": mistakes.diagnostics.map { Problem($0).json },
            ]))
    }

    private init(_ error: RequestError, of link: [UInt8]?) {
        self.init(ExitCode(error), error.text(of: link), Explanation.json(of: error))
    }

    private init(_ exit: ExitCode, _ code: String, _ message: String, _ hint: String?) {
        self.init(
            exit, "error: \(message)" + (hint.map { "\n  \($0)" } ?? ""),
            JSON(["code": code, "message": message, "hint": hint]))
    }

    /// An end that is nobody's fault.
    private init(_ exit: ExitCode, _ code: String, ending: String) {
        self.init(exit, ending, JSON(["code": code, "message": ending, "hint": JSON.null]))
    }

    private init(_ code: ExitCode, _ text: String, _ error: JSON) {
        self.code = code
        self.text = text
        json = JSON(["error": error.adding(["exit": code.rawValue])])
    }

    /// Prints to standard error why a command failed, and returns its exit code.
    ///
    /// Returns nil and prints nothing for an error that no part of this program throws.
    static func report(_ error: any Error) -> ExitCode? {
        guard let failure = Failure(error).map(GivenSecrets.hidden(in:)) else { return nil }
        failure.print()
        return failure.code
    }

    func print() { StandardStreams.complain(text, as: json) }
}

/// A failure of neither a service nor a link.
struct CommandFailure: Error {
    let exit: ExitCode
    /// Its stable name, which Documentation/errors.md explains.
    let code: String
    let message: String
    var hint: String?
}

/// A link that was refused, and its bytes, to show the place of the error.
struct RejectedLink: Error {
    let error: RequestError
    let link: [UInt8]
}

extension RequestError {
    /// The error for people: code, what is wrong, where, and what to do.
    /// - Parameter link: the link as received, if it may be shown. A link with a private key never may.
    func text(of link: [UInt8]? = nil) -> String {
        var lines = ["error: \(message) [\(code.rawValue)]"]
        if let range {
            if let link, code != .privateKeyInAddress {
                lines += LinkExcerpt(of: link, at: range).lines.map { "  \($0)" }
            }
            lines.append("  \(Self.place(range)) of the link")
        }
        if let hint { lines.append("  \(hint)") }
        return lines.joined(separator: "\n")
    }

    /// The place of an error as people count: both ends are included.
    static func place(_ range: Range<Int>) -> String {
        range.count > 1 ? "at bytes \(range.lowerBound) to \(range.upperBound - 1)" : "at byte \(range.lowerBound)"
    }
}

extension ServiceError {
    var text: String { "error: \(message) [\(code.rawValue)]" + (hint.map { "\n  \($0)" } ?? "") }
}
