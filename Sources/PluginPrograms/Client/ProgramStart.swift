import Glibc
import RouterLinux
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
        return Linux.grantsPrivileges(path)
            ? "has privileges of its own (set-user-ID, set-group-ID or capabilities)" : nil
    }

    private static func firstLine(of path: String) throws(Problem) -> ScriptLine? {
        try rethrowing(try ScriptLine.of(path)) { (_: ScriptLine.Unreadable) in
            Problem("has a control character, such as a carriage return, or invalid UTF-8 in its first line")
        }
    }
}

/// A program that the person named as a plugin. Only their own settings can name one (S7).
public struct PluginProgram: Sendable, Hashable {
    /// Its name in descriptors.
    public let name: String
    /// The absolute path of its file.
    public let path: String

    /// Names a program. The file is not checked before it is started.
    public init(name: String, path: String) {
        self.name = name
        self.path = path
    }

    /// `“tally” (/usr/lib/tally-plugin)`.
    package var text: String { "\(Quoted(name, limit: 40)) (\(Quoted.word(path)))" }

    /// A failure of this program.
    func failure(_ kind: ProgramFailure.Kind, _ what: String) -> ProgramFailure {
        ProgramFailure(
            kind: kind, message: "The plugin program \(text) \(what).",
            hint: "Nothing was done.".adding(
                Remedy.diagnose.text {
                    "\($0) tests the program, which config.yaml names under plugins: { \(name): … }."
                })
        )
    }
}

extension PluginProgram {
    /// What every program must be able to read to start: libraries and modules from packages, and none of the person's
    /// files.
    static let executable = ["/lib", "/lib64", "/usr/lib", "/usr/lib64", "/usr/local/lib"]
    /// The same for files that are only read.
    static let readable = ["/usr/share", "/etc/ld.so.cache", "/dev/null", "/dev/urandom"]
}

/// Why a plugin program can no longer be used. It ends the link, and is reported again for every later one: a program
/// is started only once.
public struct ProgramFailure: Error, Sendable, Hashable {
    /// The kinds. The raw values are the `reason` of `explain --json`.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
        /// The file cannot be executed, or others could change it.
        case notUsable = "programNotUsable"
        /// The system cannot start or confine it.
        case notStarted = "programNotStarted"
        /// It did not answer in time.
        case timedOut = "programTimedOut"
        /// It ended by itself.
        case ended = "programEnded"
        /// A line exceeds the limit, or has no end.
        case tooLong = "programTooLong"
        /// Its output is not a message of the protocol.
        case nonsense = "programNonsense"
        /// It uses another protocol version.
        case wrongVersion = "programWrongVersion"
        /// It sent a different response from the requested one, or an unrequested one.
        case wrongAnswer = "programWrongAnswer"
        /// Its response contradicts the link, or contains a reply that is not allowed.
        case lied = "programLied"
        /// It does not support such links or such replies.
        case unfit = "programUnfit"
    }

    public let kind: Kind
    /// What is wrong, as a sentence that names the program.
    public let message: String
    /// What to do about it.
    public let hint: String
}

extension RequestError {
    /// A link that a plugin program failed to read.
    init(_ failure: ProgramFailure) {
        self.init(.pluginFailed, failure.message, hint: failure.hint, reason: failure.kind.rawValue)
    }
}

extension ServiceError {
    /// A task that a plugin program failed to do.
    init(_ failure: ProgramFailure) {
        self.init(.pluginFailed, failure.message, hint: failure.hint, reason: failure.kind.rawValue)
    }
}
