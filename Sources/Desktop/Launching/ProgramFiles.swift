import Glibc
import RouterBytes
import RouterLinux
import SchemeRouter

/// The files that decide what a command line does, as far as they can be named (S4): the executable file, the script of
/// an interpreter, the interpreters that scripts name themselves, and every other file in the arguments.
struct ProgramFiles: Sendable, Equatable {
    /// Absolute paths, the executable file first; each once.
    let paths: [String]

    /// Throws if the line runs another program, or code without a file: that could be anything, and could run what a
    /// link says.
    /// - Parameters:
    ///   - executable: the file of the line's program.
    ///   - directory: the working directory of the program.
    init(
        of line: ExecLine, _ entry: DesktopEntry, executable: String, in directory: String
    ) throws(ExecLine.Problem) {
        let arguments = line.words(of: entry)
        let texts = line.texts(of: entry)
        var named = NamedFiles(home: directory)
        for text in texts.joined() { try named.addDirectories(in: text) }
        var files = [executable]
        try Self.check(executable, arguments[...], in: directory)
        for (position, parts) in texts.enumerated() {
            let following = Array(arguments[(position + 1)...])
            for text in parts {
                let words = NamedFiles.words(in: text)
                for (place, word) in words.enumerated() {
                    guard let word else { continue }
                    try Self.check(name: word, (Array(words[(place + 1)...]) + following)[...], in: directory)
                }
                for file in try named.files(in: text) {
                    // A program that is unknown here may start it.
                    if ExecutableFile.problem(at: file.path) == nil {
                        try Self.check(file.path, (file.rest + following)[...], in: directory)
                    }
                    files.append(file.path)
                }
            }
        }
        // An interpreter may be a script, too.
        // By their bytes: names that Unicode calls equal are different files.
        var seen: Set<[UInt8]> = []
        var paths: [String] = []
        while let path = files.first {
            files.removeFirst()
            guard seen.insert(Array(path.utf8)).inserted else { continue }
            paths.append(path)
            guard Linux.access(path, X_OK) == 0 else { continue }
            let beginning = try rethrowing(try ScriptLine.of(path)) { (_: ScriptLine.Unreadable) in
                ExecLine.Problem(text: "runs \(Quoted.word(path)), whose first line cannot be read")
            }
            guard let first = beginning, !first.interpreter.isEmpty else { continue }
            let words = try Self.check(first, of: path, in: directory)
            files += first.files().map { Self.absolute($0, directory) }
            for word in words { files += try named.files(in: word).map(\.path) }
        }
        self.paths = paths
    }

    /// How to make a program usable whose entry runs something else first.
    static let hint = "; copy the entry to ~/.local/share/applications and write Exec=/full/path %u there"

    /// Checks the first line of the file at `script` like a command line with the script at its end.
    /// - Returns: the arguments before the script.
    private static func check(
        _ line: ScriptLine, of script: String, in directory: String
    ) throws(ExecLine.Problem) -> [String] {
        let interpreter = absolute(line.interpreter, directory)
        let real = Linux.realpath(interpreter)?.pathNames.last ?? "env"
        let isReal = ["env", "gnuenv", "coreutils", "busybox", "toybox"].contains(real)
        guard let words = line.command, isReal || !line.isEnv else {
            throw ExecLine.Problem(
                text: "runs \(Quoted.word(script)), which uses “env” for more than finding an interpreter")
        }
        var options = Array(words.dropFirst())
        // A program that does not exist starts nothing.
        guard let program = line.isEnv ? ExecutableFile.find(words[0]) : interpreter else { return options }
        if let end = options.last, ["-", "--"].contains(end), Interpreter.shell(program.pathNames.last ?? "") != nil {
            options.removeLast()
        }
        let arguments: [String?] = (options + [script]).map { $0 }
        try check(program, arguments[...], in: directory, readsScript: true)
        for (position, option) in options.enumerated() {
            let following = arguments[(position + 1)...]
            try check(name: option, following, in: directory)
            if ExecutableFile.problem(at: option) == nil { try check(option, following, in: directory) }
        }
        return options
    }

    /// Checks an argument that may be the name of a shell or an interpreter, which an unknown program may start.
    private static func check(
        name: String, _ following: ArraySlice<String?>, in directory: String
    ) throws(ExecLine.Problem) {
        guard !name.hasPrefix("-"), !name.utf8.contains(UInt8(ascii: "/")), let path = ExecutableFile.find(name) else {
            return
        }
        let names = [name, Linux.realpath(path)?.pathNames.last ?? ""]
        let isCode = names.contains { Interpreter.shell($0) != nil || Interpreter.named($0) != nil }
        guard isCode || Starters.isCollection(name) else { return }
        // A coin has the name of a shell. Without such an option, the shell would only read a file.
        let hasCode = following.contains { word in
            word.map { $0.hasPrefix("-") && !$0.hasPrefix("--") && $0.contains("c") } ?? false
        }
        guard name != "dash" || hasCode else { return }
        try check(path, following, in: directory)
    }

    /// Checks a program that the line starts with these arguments. Both its name and the file it leads to count: a
    /// symbolic link to a shell is a shell.
    /// - Parameter readsScript: whether the kernel starts it for a script: then it may be a shell.
    private static func check(
        _ program: String, _ arguments: ArraySlice<String?>, in directory: String, readsScript: Bool = false
    ) throws(ExecLine.Problem) {
        let ownName = program.pathNames.last ?? ""
        for path in [program, Linux.realpath(program)].compactMap(\.self) {
            let name = path.pathNames.last ?? ""
            let shell = readsScript ? Interpreter.shell(name) : nil
            // The name of the link says which of its programs a collection runs.
            if readsScript, Starters.isCollection(name), Interpreter.shell(ownName) != nil { continue }
            if shell == nil, Starters.contain(name) {
                throw ExecLine.Problem(
                    text: "is started through \(Quoted.word(name)), which is a shell or starts other programs\(hint)")
            }
            // How they are told which app to run is read from the line of the name itself (``CommandLine``).
            let isRenamed = ["flatpak", "snap"].contains(name) && program.pathNames.last != name
            if isRenamed, !CommandLine.isSnap(program) {
                throw ExecLine.Problem(text: "is started through \(name) by another name\(hint)")
            }
            guard let interpreter = shell ?? Interpreter.named(name) else { continue }
            guard let position = interpreter.script(among: arguments), let script = arguments[position],
                Linux.stat(absolute(script, directory))?.kind == S_IFREG
            else {
                throw ExecLine.Problem(
                    text: "runs code through \(Quoted.word(name)), and no file is named as its script\(hint)")
            }
        }
    }

    private static func absolute(_ path: String, _ directory: String) -> String {
        path.isAbsolutePath ? path : "\(directory == "/" ? "" : directory)/\(path)"
    }
}

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
