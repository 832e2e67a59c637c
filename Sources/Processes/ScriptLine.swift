import Glibc
import RouterLinux

/// The first line of a script, which names the program that reads it.
package struct ScriptLine: Sendable, Equatable {
    /// The interpreter, as the line names it; empty if it names none.
    package let interpreter: String
    /// Everything after it, which Linux passes as a single argument; empty for nothing.
    package let argument: String

    /// The line has a control character, such as a carriage return, or is not UTF-8.
    package struct Unreadable: Error {}

    /// The line of the file at `path`; nil if it does not begin with `#!`. Reads only as much as Linux does.
    package static func of(_ path: String) throws(Unreadable) -> ScriptLine? {
        let file = Linux.open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
        guard file >= 0 else { return nil }
        defer { close(file) }
        var beginning = [UInt8](repeating: 0, count: 256)
        let count = Linux.read(file, into: &beginning)
        let line = beginning.prefix(max(count, 0)).prefix { $0 != 0x0A }
        guard line.starts(with: [UInt8(ascii: "#"), UInt8(ascii: "!")]) else { return nil }
        guard let text = String(validating: line.dropFirst(2), as: UTF8.self),
            text.utf8.allSatisfy({ $0 == 0x09 || $0 >= 0x20 && $0 != 0x7F })
        else { throw Unreadable() }
        let parts = text.drop(while: isBlank).split(maxSplits: 1, whereSeparator: isBlank)
        let rest = parts.dropFirst().first ?? ""
        return ScriptLine(
            interpreter: parts.first.map(String.init) ?? "",
            argument: String(rest.drop(while: isBlank).reversed().drop(while: isBlank).reversed()))
    }

    private init(interpreter: String, argument: String) {
        (self.interpreter, self.argument) = (interpreter, argument)
    }

    /// The files that run a script: its interpreter, what `env` finds in `directories` if it looks that up, and all
    /// that the argument names by an absolute path.
    package func files(in directories: [String] = ProcessEnvironment.searchPath) -> [String] {
        var files = [interpreter]
        let words = (isSplit ? splitText : argument).split(whereSeparator: Self.isBlank).map { String($0) }
        let name = isEnv ? words.first(where: { !$0.hasPrefix("-") && !$0.contains("=") }) : nil
        if let name, let found = ExecutableFile.find(name, in: directories) { files.append(found) }
        for word in words + [argument] {
            guard let slash = word.utf8.firstIndex(of: UInt8(ascii: "/")) else { continue }
            let path = String(word[slash...])
            if Linux.stat(path) != nil { files.append(path) }
        }
        return files
    }

    /// The program that reads the script, as the line names it, and the arguments before the script; nil if `env` does
    /// more than to find that program.
    package var command: [String]? {
        guard isEnv else { return argument.isEmpty ? [interpreter] : [interpreter, argument] }
        let words: [String] =
            isSplit ? splitText.split(whereSeparator: Self.isBlank).map { String($0) } : [argument]
        let isPlain = argument.utf8.allSatisfy { $0 < 0x80 } && !argument.contains { "\"'\\$#".contains($0) }
        guard isPlain, let name = words.first, !name.isEmpty, !name.hasPrefix("-"), !name.contains("="),
            name.isAbsolutePath || !name.contains("/")
        else { return nil }
        return words
    }

    /// Whether `env` looks the interpreter up.
    package var isEnv: Bool { interpreter.pathNames.last == "env" }

    /// Whether `env` splits the argument.
    private var isSplit: Bool { isEnv && argument.utf8.starts(with: "-S".utf8) }

    private var splitText: String { String(decoding: argument.utf8.dropFirst(2), as: UTF8.self) }

    package static func isBlank(_ character: Character) -> Bool { character == " " || character == "\t" }
}
