import ExactJSON
import Glibc
import RouterConfiguration
import RouterDesktop
import RouterStorage
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
        guard let failure = Failure(error).map(SecretArguments.hidden(in:)) else { return nil }
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
            if let link, code != .privateKeyInAddress, !hidesLink {
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

/// The exit codes of the command contract.
enum ExitCode: Int32, CaseIterable {
    case done = 0
    case none = 1
    case usage = 64
    case badLink = 65
    case noWallet = 66
    case noPrompt = 69
    case internalError = 70
    case cannotWrite = 73
    case answerUnknown = 74
    case busy = 75
    case networkRefused = 76
    case refusedByPolicy = 77
    case badConfiguration = 78
    case refused = 130

    init(_ outcome: Outcome) {
        switch outcome {
        case .paid, .finished, .toldAddress, .toldKeys, .replied, .handedOver, .opened: self = .done
        case .rejected(let error): self = ExitCode(error)
        case .refused, .timedOut: self = .refused
        case .unknown: self = .answerUnknown
        case .failed(let error): self = ExitCode(error.code)
        }
    }

    init(_ error: RequestError) {
        switch error.code {
        case .pluginFailed, .brokenDescriptor: self = .badConfiguration
        default: self = error.isRefusal ? .refused : .badLink
        }
    }

    init(_ code: ServiceError.Code) {
        switch code {
        case .noWallet: self = .noWallet
        case .unfitRequest, .unreadablePicture, .noCodeInPicture, .severalCodes: self = .badLink
        case .noPrompt, .noHandOverTarget, .noPicture: self = .noPrompt
        case .busy, .notEnoughMemory: self = .busy
        case .wrongPasscode: self = .refused
        case .answerUnknown: self = .answerUnknown
        case .networkUnreachable, .networkRefused: self = .networkRefused
        case .insufficientFunds, .refusedByPolicy, .refusedByCheck, .tooManyPasscodes, .tooManyRefusals, .tooManyHops,
            .accountFrozen, .notReplaceable, .unsupported:
            self = .refusedByPolicy
        case .noNetwork, .unsupportedNetwork, .badConfiguration, .accountNotKnown, .accountUnknown,
            .damagedKeystore, .pluginFailed:
            self = .badConfiguration
        case .cannotWrite: self = .cannotWrite
        case .internalError, .handOverFailed: self = .internalError
        }
    }
}

/// What `router help CODE` says about an error, warning or mistake: its lines in Documentation/errors.md.
struct ErrorTopic {
    let text: String

    /// Nil if no such code is documented. Ignores `descriptor.` before a code, as messages print it. A code that several
    /// kinds of errors share has a meaning for each.
    init?(_ topic: String) {
        let prefix = "descriptor."
        let code = topic.hasPrefix(prefix) ? String(topic.dropFirst(prefix.count)) : topic
        let meanings = Self.sections.flatMap { section in
            section.rows.filter { $0.codes.contains(code) }.map { row in
                var lines = ["\(code) – \(section.title)", Self.plain(row.meaning)]
                if let exit = row.exit { lines.append("The command exits \(exit).") }
                if !section.introduction.isEmpty { lines.append(Self.plain(section.introduction)) }
                return lines.joined(separator: "\n")
            }
        }
        guard !meanings.isEmpty else { return nil }
        text = meanings.joined(separator: "\n\n")
    }

    /// All codes, in the order of the document.
    static var codes: [String] { sections.flatMap { $0.rows.flatMap(\.codes) } }

    /// All codes below the headings of the document.
    static var list: String {
        sections.filter { !$0.rows.isEmpty }.map { section in
            ([section.title] + section.rows.flatMap(\.codes).map { "  \($0)" }).joined(separator: "\n")
        }.joined(separator: "\n\n")
    }

    private typealias Row = (codes: [String], exit: Substring?, meaning: Substring)

    private struct Section {
        let title: String
        var introduction = ""
        var rows: [Row] = []
    }

    private static var sections: [Section] {
        var sections: [Section] = []
        for line in String(decoding: PackageResources.errors_md, as: UTF8.self).split(separator: "\n") {
            if line.hasPrefix("## ") {
                sections.append(Section(title: String(line.dropFirst(3))))
            } else if sections.isEmpty {
                continue
            } else if let row = row(line) {
                sections[sections.count - 1].rows.append(row)
            } else if !line.hasPrefix("|") {
                let text = sections[sections.count - 1].introduction
                sections[sections.count - 1].introduction = text + (text.isEmpty ? "" : " ") + line
            }
        }
        return sections
    }

    private static func row(_ line: Substring) -> Row? {
        let cells = line.split(separator: "|").map(trimmed)
        guard cells.count >= 2, let meaning = cells.last, cells[0].hasPrefix("`") else { return nil }
        let codes = cells[0].split(separator: "`").filter { $0 != ", " }.map(String.init)
        return (codes, cells.count > 2 ? cells[1] : nil, meaning)
    }

    private static func trimmed(_ text: Substring) -> Substring {
        var text = text.drop { $0 == " " }
        while text.last == " " { text.removeLast() }
        return text
    }

    /// Markdown without its marks.
    private static func plain(_ text: some StringProtocol) -> String { String(text.filter { $0 != "`" }) }
}

/// Reports a link that ended before the engine took over: a bad link, broken settings, or state that cannot be written.
///
/// A bad link is reported by a notification and never by a dialogue: any page can open any number of links, and each
/// would show the person a window. Problems of the installation are also shown in a dialogue. Neither happens more than
/// once in ten seconds, and neither happens if standard error is a terminal, where the person reads the report anyway.
struct EarlyFailureReport {
    let options: GlobalOptions
    let paths: FilePaths
    /// What was rejected, in a word.
    var subject = "link"

    static func outcome(of error: any Error) -> Outcome {
        switch error {
        case let error as RequestError: .rejected(error)
        case let error as ServiceError: .failed(error)
        case let error as DescriptorErrors: .failed(ServiceError(.badConfiguration, error.text))
        case PromptError.unavailable(let reason): .failed(.noPrompt(reason))
        case PromptError.interrupted(let reason): .failed(.noAnswer(reason))
        case PromptError.refused: .refused
        case PromptError.timedOut: .timedOut
        default: .failed(ServiceError(.internalError, "\(error)"))
        }
    }

    /// Reports it.
    /// - Parameter configuration: the person's settings; nil if they could not be read.
    func tell(_ error: any Error, configuration: PersonalConfiguration?) async {
        guard isatty(STDERR_FILENO) == 0 else { return }
        let (paragraphs, needsDialogue) = words(for: error)
        let notifier = AppContext.notifier(paths)
        guard needsDialogue || notifier.isAvailable, (try? PrivateDirectory.create(paths.lock)) != nil,
            notifier.mayInterrupt()
        else { return }
        let announcement = Announcement(paragraphs.map { Paragraph(own: $0) })
        var wasSeen = announcement.notify(by: notifier)
        if needsDialogue, let prompt = try? AppContext.prompt(options, configuration),
            let pass = self.pass
        {
            let wasShown = await announcement.show(by: prompt)
            wasSeen = wasSeen || wasShown
            withExtendedLifetime(pass) {}
        }
        // A report that nobody saw must not suppress the next one.
        if !wasSeen { notifier.didNotInterrupt() }
    }

    /// Nil while a question is open. If the journal's directory cannot be written, only questions of this session count.
    private var pass: (any AnyObject & Sendable)? {
        do throws(ServiceError) {
            return try LockedPromptGate(directory: paths.gate).enter()
        } catch {
            return (try? LockedPromptGate(directory: paths.lock).enter()) ?? nil
        }
    }

    private func words(for error: any Error) -> (paragraphs: [String], needsDialogue: Bool) {
        switch Self.outcome(of: error) {
        case .rejected(let error):
            return (["The \(subject) was rejected: \(error.message)"] + [error.hint].compactMap { $0 }, false)
        case .failed(let failure):
            // Each mistake takes up to three lines; the first ones show where to look.
            if error is DescriptorErrors {
                let lines = failure.message.split(separator: "\n").prefix(Self.mostLines).map(String.init)
                let first = "No link can be answered: the settings or the descriptors have mistakes."
                return ([first] + lines + ["To see all of them, run “router schemes” in a terminal."], true)
            }
            let isRefusal = [.tooManyHops, .tooManyRefusals, .noPrompt].contains(failure.code)
            return ([failure.message] + [failure.hint].compactMap { $0 }, !isRefusal)
        case .paid, .finished, .toldAddress, .toldKeys, .replied, .handedOver, .opened, .refused, .timedOut, .unknown:
            return ([], false)
        }
    }

    private static let mostLines = 12
}
