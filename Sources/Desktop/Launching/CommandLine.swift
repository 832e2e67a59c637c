import RouterBytes
import RouterLinux

/// The command line that gives a callback to a program (S4), or a link to a wallet program (S15,
/// Documentation/protocols/linux-desktop.md §6.2).
struct CommandLine: Sendable, Equatable {
    /// What is started.
    let line: ExecLine
    /// Variables that the program receives in addition to those of the desktop's session.
    let variables: [String: String]
    /// The container that runs it; nil if there is none.
    let container: String?

    /// Reads the command line of `entry`.
    /// - Parameter scheme: in lower case. If the line has no field for a link and the entry names this scheme, the link
    ///   is appended: the program accepts it as an argument. Nil if a link must not be appended.
    init(_ entry: DesktopEntry, appending scheme: String?) throws(ExecLine.Problem) {
        var words = try Self.words(entry.exec ?? "")
        var variables: [String: String] = [:]
        let snap = Self.snap(words)
        if let snap {
            variables[Self.snapVariable] = snap.hint
            words.removeFirst(2)
        }
        line = try ExecLine(words: words, appendsLink: scheme.map(entry.schemes.contains) ?? false)
        self.variables = variables
        if line.program.pathNames.last == "flatpak" {
            let app = try Self.flatpakApp(line, entry)
            // A program of that name elsewhere is not Flatpak, and is shown with its path.
            container = ["flatpak", "/usr/bin/flatpak"].contains(line.program) ? "Flatpak \(app)" : nil
        } else if line.program.pathNames.last == "snap" {
            // `run` with an option may start a shell.
            let words = line.arguments.prefix(2).map { $0.plainText ?? "" }
            guard words.count == 2, words[0] == "run", !words[1].isEmpty, !words[1].hasPrefix("-") else {
                throw ExecLine.Problem(text: "has a command line that does not name the snap it runs")
            }
            container = "Snap \(words[1].split(separator: ".").first ?? "")"
        } else {
            container = Self.snapName(line.program).map { "Snap \($0)" }
        }
    }

    private static let snapVariable = "BAMF_DESKTOP_FILE_HINT"
    private static let snapDirectory = "/snap/bin/"

    /// The words of the line. If it begins with a shell or another starter (``ProgramFiles`` refuses those), its quotes
    /// can be read in several ways.
    private static func words(_ line: String) throws(ExecLine.Problem) -> [[ExecLine.Part]] {
        let first = line.utf8.split { $0 == 0x20 || $0 == 0x09 }.first.map { String(Substring($0)) } ?? ""
        return try rethrowing(try ExecLine.words(line)) { (problem: ExecLine.Problem) in
            let isStarter = Starters.contain(first.pathNames.last ?? "")
            return isStarter ? ExecLine.Problem(text: problem.text + ProgramFiles.hint) : problem
        }
    }

    /// Recognises what snapd writes into the entries of its programs:
    /// `env BAMF_DESKTOP_FILE_HINT=ENTRY /snap/bin/PROGRAM …`. We then set the variable and start the program without
    /// `env`.
    private static func snap(_ words: [[ExecLine.Part]]) -> (hint: String, program: String)? {
        guard words.count > 2, let env = words[0].plainText, env == "env" || env == "/usr/bin/env",
            let setting = words[1].plainText, setting.hasPrefix(snapVariable + "="),
            let program = words[2].plainText, snapName(program) != nil
        else { return nil }
        return (String(setting.dropFirst(snapVariable.count + 1)), program)
    }

    /// Whether it is the link to a snap's program, which all lead to the same file.
    static func isSnap(_ path: String) -> Bool { snapName(path) != nil }

    /// The name of the snap whose program is at `path`: `app` for `/snap/bin/app` and `/snap/bin/app.tool`.
    private static func snapName(_ path: String) -> String? {
        guard path.hasPrefix(snapDirectory) else { return nil }
        let program = path.dropFirst(snapDirectory.count)
        guard !program.isEmpty, !program.utf8.contains(UInt8(ascii: "/")), !program.hasPrefix(".") else { return nil }
        return program.split(separator: ".").first.map(String.init)
    }

    private static let flatpakOptions = ["--branch=", "--arch=", "--command=", "--file-forwarding"]

    /// Letters, digits, `_`, `-` and at least two dots (D-Bus names).
    private static func isAppID(_ text: String) -> Bool {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        return parts.count >= 3 && text.utf8.count <= 255
            && parts.allSatisfy { part in
                !part.isEmpty
                    && part.utf8.allSatisfy { $0.isASCIILetter || $0.isASCIIDigit || $0 == 0x5F || $0 == 0x2D }
            }
    }

    /// The id of the app that a Flatpak command line runs. All apps run through one executable, and the entry's own
    /// claims must not name a different app from the one it starts.
    private static func flatpakApp(_ line: ExecLine, _ entry: DesktopEntry) throws(ExecLine.Problem) -> String {
        // Between `@@` and `@@`, Flatpak reads arguments as paths; between `@@u` and `@@`, as links.
        let marks = line.arguments.prefix { !$0.contains(.link) }.compactMap(\.plainText).filter { $0.hasPrefix("@@") }
        if marks.last == "@@" {
            throw ExecLine.Problem(text: "has a command line for files (@@), but a link is not a file")
        }
        // Options as Flatpak exports them, each a single word: an option with a separate value could hide the app.
        let words = line.arguments.map { $0.plainText ?? "" }.drop { $0 == "--user" || $0 == "--system" }
        let rest = words.dropFirst().drop { word in flatpakOptions.contains { word.hasPrefix($0) } }
        guard words.first == "run", let app = rest.first, isAppID(app) else {
            throw ExecLine.Problem(text: "has a command line that does not name the Flatpak app it runs")
        }
        let command = words.first { $0.hasPrefix("--command=") }?.dropFirst(10) ?? ""
        let name = String(command).pathNames.last ?? ""
        guard !Starters.contain(name), Interpreter.named(name) == nil else {
            throw ExecLine.Problem(
                text: "is started through a shell of Flatpak, which might run what a link says\(ProgramFiles.hint)")
        }
        if let claimed = entry.flatpak, claimed != app {
            throw ExecLine.Problem(text: "names a Flatpak app that differs from the one it runs")
        }
        return app
    }
}

extension [ExecLine.Part] {
    /// The argument, if it contains only text; nil otherwise.
    fileprivate var plainText: String? {
        if case .text(let text) = first, count == 1 { text } else { nil }
    }
}
