import RouterLinux
import RouterProcesses
import SchemeRouter

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
