import Glibc
import RouterConfinement
import RouterLinux
import RouterProcesses
import SchemeRouter

/// How to start a program: the file that the kernel executes, and its arguments.
///
/// A program cannot execute any other, not even to replace itself. So this does what `env` does for scripts.
struct ProgramStart: Equatable {
    /// The file that the kernel executes: the program, or its interpreter if `env` would look it up.
    let path: String
    /// The arguments after the program's name.
    let arguments: [String]
    /// The file of the program, and the interpreter in its first line.
    let files: [String]

    /// Throws if it must not be started: it cannot be executed, or others could replace it (S7).
    init(of program: PluginProgram) throws(ProgramFailure) {
        do throws(Problem) {
            if let problem = Self.problem(with: program.path) { throw Problem(problem) }
            self = try Self(script: program.path, try Self.firstLine(of: program.path))
            if let interpreter = files.dropFirst().first {
                var problem = Self.problem(with: interpreter)
                if problem == nil, try Self.firstLine(of: interpreter) != nil { problem = "is itself a script" }
                if let problem {
                    throw Problem("has the interpreter \(Quoted.word(interpreter)), which \(problem)")
                }
            }
        } catch {
            throw program.failure(.notUsable, error.text)
        }
        if let danger = files.lazy.compactMap(TrustedPath.danger).first { throw program.failure(.notUsable, danger) }
    }

    /// The end of a sentence.
    private struct Problem: Error {
        let text: String
        init(_ text: String) { self.text = text }
    }

    private init(path: String, arguments: [String] = [], files: [String]) {
        (self.path, self.arguments, self.files) = (path, arguments, files)
    }

    /// - Parameter line: its first line; nil if the program is not a script.
    private init(script path: String, _ line: ScriptLine?) throws(Problem) {
        guard let line else {
            self.init(path: path, files: [path])
            return
        }
        guard line.interpreter.isAbsolutePath else {
            throw Problem("does not name its interpreter by an absolute path in its first line")
        }
        guard line.interpreter.pathNames.last == "env" else {
            self.init(path: path, files: [path, line.interpreter])
            return
        }
        let words = try Self.words(behindEnv: line.argument[...])
        guard let name = words.first, let found = ExecutableFile.find(name, in: ConfinedProgram.searchPath) else {
            let places = ConfinedProgram.searchPath.joined(separator: ", ")
            throw Problem("has an interpreter that is not in \(places): \(Quoted(words.first ?? "", limit: 40))")
        }
        self.init(path: found, arguments: words.dropFirst() + [path], files: [path, found])
    }

    /// The interpreter and its arguments, if `env` only has to look it up.
    private static func words(behindEnv text: Substring) throws(Problem) -> [String] {
        let isSplit = text.hasPrefix("-S")
        let words = isSplit ? text.dropFirst(2).split(whereSeparator: ScriptLine.isBlank) : [text]
        let isPlain = words.allSatisfy { word in !word.contains { "\"'\\$#".contains($0) } }
        guard isPlain, let name = words.first, !name.isEmpty, !name.hasPrefix("-"), !name.contains("=") else {
            throw Problem("uses “env” in its first line for more than finding an interpreter")
        }
        return words.map(String.init)
    }

    /// Why a file must not be started; nil if it may. A program with elevated privileges would not die with this
    /// process: the kernel clears that setting for it.
    private static func problem(with path: String) -> String? {
        if let problem = ExecutableFile.problem(at: path) { return problem }
        return Linux.givesPrivileges(path)
            ? "has privileges of its own (set-user-ID, set-group-ID or capabilities)" : nil
    }

    private static func firstLine(of path: String) throws(Problem) -> ScriptLine? {
        try rethrowing(try ScriptLine.of(path)) { (_: ScriptLine.Unreadable) in
            Problem("has a control character, such as a carriage return, or invalid UTF-8 in its first line")
        }
    }
}
