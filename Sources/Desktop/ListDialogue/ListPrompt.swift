import Glibc
import RouterLinux
import SchemeRouter

/// Shows lists in a desktop window, and asks everything else with another prompt.
///
/// In such a window the return key may select a row, so it is used only for ``select(_:from:)``. If the result is
/// neither one of our numbers nor a refusal, the other prompt asks. This includes the end of the program by a signal or
/// with its display.
struct ListPrompt: Prompt {
    let program: ListProgram
    let then: any Prompt
    let environment: [String: String]
    /// Seconds until an unanswered list counts as refused, and how much longer the program may run.
    let limits: PromptLimits

    func confirm(_ dialogue: Dialogue) async throws(PromptError) { try await then.confirm(dialogue) }

    func passcode(_ dialogue: Dialogue, mistake: String?) async throws(PromptError) -> Secret {
        try await then.passcode(dialogue, mistake: mistake)
    }

    func line(_ dialogue: Dialogue, label: String, mistake: String?) async throws(PromptError) -> String {
        try await then.line(dialogue, label: label, mistake: mistake)
    }

    func choose(_ dialogue: Dialogue, otherwise: String) async throws(PromptError) -> Choice {
        try await then.choose(dialogue, otherwise: otherwise)
    }

    var columns: Int { then.columns }

    func tell(_ dialogue: Dialogue) async throws(PromptError) { try await then.tell(dialogue) }

    func select(_ dialogue: Dialogue, from options: [PromptOption]) async throws(PromptError) -> Int {
        let shown = try await DedicatedThread.run { () throws(PromptError) in try show(dialogue, options) }
        if let shown { return shown }
        return try await then.select(dialogue, from: options)
    }

    /// The position that the person selected; nil if the program did not report one.
    private func show(_ dialogue: Dialogue, _ options: [PromptOption]) throws(PromptError) -> Int? {
        let deadline = limits.deadline()
        let spawn = Spawn(
            program: program.path, arguments: program.arguments(dialogue, options, seconds: limits.seconds),
            environment: ProcessEnvironment.clean(environment).merging(program.variables) { $1 })
        let said: [UInt8]?
        let end: ProcessEnd?
        var errors: [UInt8] = []
        do throws(SystemError) {
            let pipe = try OwnedDescriptor.pipe()
            // Nothing reads the pipe until the program has ended, so writing to it must not block.
            for number in [pipe.writing.number, pipe.reading.number] { _ = fcntl(number, F_SETFL, O_NONBLOCK) }
            let child = try ChildProcess.start(spawn, error: .descriptor(pipe.writing.number))
            said = try child.readAll(limit: Self.longestAnswer, until: deadline)
            if let said, said.count > Self.longestAnswer { child.kill() }
            end = child.end(until: deadline)
            errors = [UInt8](repeating: 0, count: Self.longestErrors)
            errors.removeSubrange(Swift.max(0, Linux.read(pipe.reading.number, into: &errors))...)
        } catch {
            return nil
        }
        guard let said, let end else { throw .timedOut }
        switch end.status {
        // zenity then also reports the selected row.
        case 5 where program.kind == .zenity: throw .timedOut
        case program.refusal:
            if program.kind == .kdialog, ListProgram.lostDisplay(errors) { return nil }
            throw .refused
        case 0: return options.indices.first { said == Array("\($0 + 1)\n".utf8) }
        default: return nil
        }
    }

    private static let longestAnswer = 64
    /// The capacity of a pipe.
    private static let longestErrors = 65_536
}

/// A program of the desktop that shows a list (Documentation/protocols/linux-desktop.md §5.3).
struct ListProgram: Sendable, Equatable {
    enum Kind: Sendable {
        case kdialog
        case zenity
    }

    let kind: Kind
    /// The path of its file.
    let path: String

    /// Where Debian and its derivatives install them. Never looked up in `PATH`.
    static let installed = [
        ListProgram(kind: .kdialog, path: "/usr/bin/kdialog"), ListProgram(kind: .zenity, path: "/usr/bin/zenity"),
    ]

    /// The exit status for a refusal.
    ///
    /// The default is 1, but GTK and Qt programs also end with 1 if they lose their display. zenity can use another
    /// status.
    var refusal: Int32 { kind == .zenity ? 10 : 1 }

    /// What it needs in its environment besides the session's variables.
    var variables: [String: String] {
        kind == .zenity ? ["ZENITY_CANCEL": "\(refusal)", "ZENITY_ESC": "\(refusal)"] : [:]
    }

    /// Whether `errors`, which it wrote to standard error, show that it lost its display. kdialog, whose status cannot
    /// be set, then ends as if the person had refused.
    static func lostDisplay(_ errors: [UInt8]) -> Bool {
        String(decoding: errors, as: UTF8.self).contains("connection broke")
    }

    /// The program to use in `environment`: KDE's only under KDE. Nil without a display, or if there is none.
    static func find(_ environment: [String: String], among programs: [ListProgram] = installed) -> ListProgram? {
        let displays = ["DISPLAY", "WAYLAND_DISPLAY"].compactMap { environment[$0] }
        guard displays.contains(where: { !$0.isEmpty }) else { return nil }
        let desktops = (environment["XDG_CURRENT_DESKTOP"] ?? "").split(at: ":").map { $0.lowercased() }
        return programs.first { program in
            (program.kind == .zenity || desktops.contains("kde")) && PromptSelection.problem(at: program.path) == nil
        }
    }

    /// The argument list that shows `options`.
    ///
    /// Both programs read rows that begin with `-` as options, so every row begins with a digit. Both read the text as
    /// markup, and zenity shows a different question if it is malformed. The text does not begin with `-` either.
    func arguments(_ dialogue: Dialogue, _ options: [PromptOption], seconds: Int) -> [String] {
        let rows = options.enumerated().flatMap { ["\($0 + 1)", NumberedList.line($0 + 1, $1)] }
        let text = Self.markup(dialogue.pages.joined(separator: "\n\n"))
        switch kind {
        case .kdialog:
            // Text without tags might be detected as plain text and shown with its entities.
            let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
            let rich = "<qt>\(lines.joined(separator: "<br>"))</qt>"
            return [path, "--title", VisibleText.of(dialogue.title), "--menu", rich, "--"] + rows
        case .zenity:
            return [
                path, "--list", "--title=\(VisibleText.of(dialogue.title))", "--text=\(text)", "--column=id",
                "--column=Program", "--hide-column=1", "--print-column=1", "--width=640", "--height=360",
                "--ok-label=\(dialogue.agree)", "--cancel-label=\(dialogue.refuse)", "--timeout=\(seconds)",
            ] + rows
        }
    }

    /// `text` without markup. A backslash would begin an escape in both programs.
    static func markup(_ text: String) -> String {
        var result = ""
        for scalar in VisibleText.of(text).unicodeScalars {
            switch scalar {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case "\\": result += "&#92;"
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }
}
