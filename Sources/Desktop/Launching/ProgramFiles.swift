import Glibc
import RouterLinux
import RouterProcesses
import SchemeRouter

/// The files that decide what a command line does, as far as they can be named (S4): the executable file, the script of
/// an interpreter, the interpreters that scripts name themselves, and every other file among the arguments.
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
        var files = [executable]
        try Self.check(executable, arguments[...], in: directory)
        for (position, argument) in arguments.enumerated() {
            guard let argument else { continue }
            for path in Self.paths(in: argument, directory) {
                // A program that is unknown here may start it.
                if path.isSame(argument), ExecutableFile.problem(at: path) == nil {
                    try Self.check(path, arguments[(position + 1)...], in: directory)
                }
                files.append(path)
            }
        }
        // An interpreter may be a script, too.
        var seen: Set<String> = []
        var paths: [String] = []
        while let path = files.first {
            files.removeFirst()
            guard seen.insert(path).inserted else { continue }
            paths.append(path)
            guard Linux.access(path, X_OK) == 0 else { continue }
            let line = try rethrowing(try ScriptLine.of(path)) { (_: ScriptLine.Unreadable) in
                ExecLine.Problem(text: "runs \(Quoted.word(path)), whose first line cannot be read")
            }
            files += line?.files().filter { !$0.isEmpty }.map { Self.absolute($0, directory) } ?? []
        }
        self.paths = paths
    }

    /// How to make a program usable whose entry runs something else first.
    static let hint = "; copy the entry to ~/.local/share/applications and write Exec=/full/path %u there"

    /// Checks a program that the line starts with these arguments. Both its name and the file it leads to count: a
    /// symbolic link to a shell is a shell.
    private static func check(
        _ program: String, _ arguments: ArraySlice<String?>, in directory: String
    ) throws(ExecLine.Problem) {
        for path in [program, Linux.realpath(program)].compactMap(\.self) {
            let name = path.pathNames.last ?? ""
            if Starters.contain(name) {
                throw ExecLine.Problem(
                    text: "is started through \(Quoted.word(name)), which is a shell or starts other programs\(hint)")
            }
            // How they are told which app to run is read from the line of the name itself (``CommandLine``).
            let isRenamed = ["flatpak", "snap"].contains(name) && program.pathNames.last != name
            if isRenamed, !CommandLine.isSnap(program) {
                throw ExecLine.Problem(text: "is started through \(name) by another name\(hint)")
            }
            guard let interpreter = Interpreter.named(name) else { continue }
            guard let position = interpreter.script(among: arguments), let script = arguments[position],
                Linux.stat(absolute(script, directory))?.kind == S_IFREG
            else {
                throw ExecLine.Problem(
                    text: "runs code through \(Quoted.word(name)), and no file is named as its script\(hint)")
            }
        }
    }

    /// The existing paths that an argument could mean: all of it, or what follows a `=`, or each part of a list. A word
    /// that is no absolute path counts only if there is such a file.
    private static func paths(in argument: String, _ directory: String) -> [String] {
        var texts = argument.hasPrefix("-") ? [] : [argument]
        if let equals = argument.utf8.firstIndex(of: UInt8(ascii: "=")) {
            texts.append(String(argument[argument.utf8.index(after: equals)...]))
        }
        texts += texts.flatMap { $0.split(at: ":") }
        return texts.filter { text in
            guard !text.isEmpty, !text.utf8.contains(0), let status = Linux.stat(absolute(text, directory)) else {
                return false
            }
            return text.isAbsolutePath || status.kind == S_IFREG
        }.map { absolute($0, directory) }
    }

    private static func absolute(_ path: String, _ directory: String) -> String {
        path.isAbsolutePath ? path : "\(directory == "/" ? "" : directory)/\(path)"
    }
}
