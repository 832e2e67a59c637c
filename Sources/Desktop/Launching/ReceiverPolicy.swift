import Glibc
import RouterLinux
import SchemeRouter

/// The programs that must not receive callbacks (S4, Documentation/protocols/linux-desktop.md §4.1) or links that are
/// handed over (S15), besides the ``Starters`` of other programs.
///
/// A browser would leak the reply to the web, a terminal would open a window for it, and this program would reply to
/// itself in an endless loop.
struct ReceiverPolicy: Sendable {
    /// The file of this program; nil if it cannot be determined.
    let ownFile: FileIdentity?

    /// Why `entry`, whose program is at `executable`, must not receive a link, as the end of a sentence that begins
    /// with its name; nil if it may.
    /// - Parameter files: all files of the program that can be named.
    func refusal(of entry: DesktopEntry, executable: String, files: [String], line: ExecLine) -> String? {
        guard let target = Linux.realpath(executable) else { return "is a file whose path is not UTF-8" }
        if let ownFile, files.contains(where: { FileIdentity.of($0)?.isSameFile(as: ownFile) == true }) {
            return "is this program itself"
        }
        if entry.categories.contains("WebBrowser") || entry.mimeTypes.contains(where: Self.webTypes.contains) {
            return "is a web browser"
        }
        if let sign = Self.webApplication(line, [executable, target]) {
            return "shows a website (\(Quoted.word(sign))), which would receive the link"
        }
        if entry.isTerminal || entry.categories.contains("TerminalEmulator") {
            return "runs in a terminal"
        }
        return nil
    }

    /// What shows that a command line opens a page in a browser: the entries of web sites that a browser installed have
    /// neither its category nor its types. Nil if nothing does.
    private static func webApplication(_ line: ExecLine, _ programs: [String]) -> String? {
        // All words: “flatpak run org.chromium.Chromium …” and “env … firefox …” are also browsers.
        let words = line.arguments.flatMap { $0 }.compactMap { if case .text(let text) = $0 { text } else { nil } }
        for word in programs + words where !word.hasPrefix("-") {
            let base = word.pathNames.last?.lowercased() ?? ""
            if browsers.contains(where: { base == $0 || base.hasPrefix($0 + "-") || base.hasSuffix("." + $0) }) {
                return base
            }
        }
        for word in words {
            let word = word.lowercased()
            if let option = webOptions.first(where: { word.hasPrefix($0) }) { return option }
            if word.hasPrefix("http://") || word.hasPrefix("https://") { return "a web address" }
        }
        return nil
    }

    private static let webTypes: Set<String> = [
        "text/html", "application/xhtml+xml", "x-scheme-handler/http", "x-scheme-handler/https",
    ]

    /// The names of browsers and of programs that run web sites as apps, also as the last part of a Flatpak id.
    private static let browsers = [
        "firefox", "firefoxpwa", "librewolf", "waterfox", "icecat", "palemoon", "seamonkey", "torbrowser", "chromium",
        "chrome", "google-chrome", "brave", "brave-browser", "microsoft-edge", "msedge", "microsoft.edge", "opera",
        "vivaldi",
        "ungoogled-chromium", "epiphany", "epiphany-browser", "midori", "falkon", "konqueror", "qutebrowser",
        "zen", "zen-browser", "floorp", "mullvad-browser", "thorium-browser", "yandex-browser", "cromite",
        "iridium-browser",
        "nyxt", "angelfish", "surf", "luakit", "badwolf", "dillo", "netsurf", "webapp-manager", "ice-ssb", "nativefier",
        "tangram",
    ]

    /// The options with which browsers start an installed web site and open the link in it.
    private static let webOptions = ["--app-id=", "--app=http", "--application-mode", "--ssb", "--kiosk", "--webapp"]
}

/// A program that may be started with a callback or a link, and what is needed to do that.
struct StartableProgram: Sendable {
    let program: ReceivingProgram
    let entry: DesktopEntry
    let command: CommandLine
}

/// Decides whether a program that the desktop names may be started with a callback (S4) or a link (S15).
struct EntryEligibility: Sendable {
    /// Why not, as a sentence without its end.
    struct Refusal: Error {
        let text: String
        /// Whether it would be started if its file existed.
        var isMissing = false
    }

    let policy: ReceiverPolicy
    /// The person's home directory.
    let home: String

    /// Where programs are started.
    var directory: String { ExistingDirectory.first(of: [home]) }

    /// The program that `mention` names for links of `scheme`, in lower case.
    /// - Parameter appendsLink: whether a line without a place for the link gets it at its end.
    func program(
        _ entry: DesktopEntry, _ mention: MimeApps.Mention, scheme: String, appendsLink: Bool
    ) throws(Refusal) -> StartableProgram {
        let name = "\(Quoted(entry.name, limit: 80)) (\(Quoted.word(entry.path)))"
        // Lists are the person's choice. A list that others can change counts only if the entry names the scheme, too.
        if !entry.schemes.contains(scheme),
            mention.origin == .entry || TrustedPath.danger(to: mention.source) != nil
        {
            throw Refusal(text: "\(name) does not declare that it opens \(scheme): links")
        }
        func rephrased(_ problem: ExecLine.Problem) -> Refusal { Refusal(text: "\(name) \(problem.text)") }
        if entry.isDBusActivatable, entry.exec?.isEmpty != false {
            throw Refusal(
                text:
                    "\(name) is started by the desktop over D-Bus and has no command line, so it can be given no link here"
            )
        }
        let command = try rethrowing(try CommandLine(entry, appending: appendsLink ? scheme : nil), rephrased)
        guard let executable = find(command.line.program) else {
            throw Refusal(
                text: "\(name) names \(Quoted(command.line.program, limit: 200)), which does not exist", isMissing: true
            )
        }
        let files = try rethrowing(
            try ProgramFiles(of: command.line, entry, executable: executable, in: directory), rephrased
        ).paths
        if let refusal = policy.refusal(of: entry, executable: executable, files: files, line: command.line) {
            throw Refusal(text: "\(name) \(refusal)")
        }
        // Anyone who can change one of these files decides what receives the link, whatever the person saw (S7).
        for path in [entry.path] + files {
            if let danger = TrustedPath.danger(to: path) { throw Refusal(text: "\(name) \(danger)") }
        }
        // The line as the entry has it also says how Flatpak's and snap's programs are started.
        let identities = ([entry.path] + files).map { FileIdentity.of($0).map { "\($0)" } ?? "" }
        let identity = "\(identities.joined(separator: " ")) \(command.container ?? "") \(entry.exec ?? "")"
        let program = ReceivingProgram(
            name: VisibleText.of(entry.name), desktopEntry: entry.path, executable: executable,
            arguments: command.line.text(of: entry), fileIdentity: identity)
        return StartableProgram(program: program, entry: entry, command: command)
    }

    /// Whether the desktop would start it: an entry whose program is missing is skipped like a hidden one.
    func isThere(_ entry: DesktopEntry) -> Bool {
        let first = (try? ExecLine.words(entry.exec ?? ""))?.first
        // If we cannot read the line, assume that its program exists.
        guard case .text(let program)? = first?.first else { return entry.isPresent }
        return entry.isPresent && find(program) != nil
    }

    /// The file of `program`: in the usual directories, else in `~/.local/bin`, where people install their own.
    func find(_ program: String) -> String? {
        ExecutableFile.find(program) ?? ExecutableFile.find(program, in: ["\(home)/.local/bin"])
    }
}

/// A program that the desktop names for a scheme, and what happens to a callback or a handed-over link for it.
public struct SchemeHandler: Sendable, Equatable {
    /// The desktop entry's id.
    public let id: String
    /// The program's name; nil if there is no such entry.
    public let name: String?
    /// Path of the entry; nil if there is none.
    public let desktopEntry: String?
    /// The command line as the entry has it.
    public let exec: String?
    /// Path of the executable file; nil if it cannot be found.
    public let executable: String?
    /// The file that names this program for the scheme.
    public let source: String
    /// Why it gets no callbacks or links; nil if it does.
    public let refusal: String?
    /// Whether it is skipped as if it were not named: its entry is missing or hidden, or the program of `TryExec` is
    /// missing.
    public let isAbsent: Bool
    /// The schemes that its entry declares, in lower case.
    public let schemes: [String]
    /// The container that runs it, if that is known; see `WalletProgram/container`.
    public let container: String?
    /// Whether it gets the links that are handed over unless something else decides.
    public let isNatural: Bool

    static func absence(of entry: DesktopEntry?) -> String {
        entry == nil
            ? "there is no desktop entry of a program by that name"
            : "the entry is hidden, or its TryExec does not exist"
    }
}
