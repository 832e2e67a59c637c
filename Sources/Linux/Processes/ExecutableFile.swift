import Glibc

/// Whether a file can be executed.
package enum ExecutableFile {
    /// Why the file at `path` cannot be executed, as the end of a sentence; nil if it can.
    package static func problem(at path: String) -> String? {
        guard path.isAbsolutePath else { return "is not an absolute path" }
        guard !path.utf8.contains(0), let status = Linux.stat(path) else { return "does not exist" }
        guard status.kind == S_IFREG, Linux.access(path, X_OK) == 0 else {
            return "is not an executable file"
        }
        return nil
    }

    /// The file for `name`: itself if it is an absolute path, else the first file of that name in `directories`. Nil if
    /// none can be executed.
    package static func find(_ name: String, in directories: [String] = ProcessEnvironment.searchPath) -> String? {
        guard !name.isEmpty else { return nil }
        if name.utf8.contains(UInt8(ascii: "/")) { return problem(at: name) == nil ? name : nil }
        return directories.lazy.map { "\($0)/\(name)" }.first { problem(at: $0) == nil }
    }
}

/// Distinguishes a file from others, and from itself after a change.
package struct FileIdentity: Sendable, Hashable, CustomStringConvertible {
    package let device: UInt64
    package let inode: UInt64
    private let modified: Int64
    private let modifiedNanoseconds: Int64
    private let changed: Int64
    private let changedNanoseconds: Int64

    /// The file that `path` leads to, following symbolic links; nil if there is none. The times of a directory do not
    /// count: they change with every file in it.
    package static func of(_ path: String) -> FileIdentity? {
        guard let status = Linux.stat(path) else { return nil }
        let isDirectory = status.kind == S_IFDIR
        let (modified, changed) = isDirectory ? (timespec(), timespec()) : (status.st_mtim, status.st_ctim)
        return FileIdentity(
            device: UInt64(status.st_dev), inode: UInt64(status.st_ino),
            modified: Int64(modified.tv_sec), modifiedNanoseconds: Int64(modified.tv_nsec),
            changed: Int64(changed.tv_sec), changedNanoseconds: Int64(changed.tv_nsec))
    }

    /// Whether both are the same file, changed or not.
    package func isSameFile(as other: FileIdentity) -> Bool { device == other.device && inode == other.inode }

    /// For comparison only, also after a restart. The number of a device may be another one then; without it, two files
    /// still differ, because nobody chooses the time of a change.
    package var description: String {
        "\(inode):\(modified).\(modifiedNanoseconds):\(changed).\(changedNanoseconds)"
    }
}

/// The targets of symbolic links.
package enum SymbolicLink {
    /// The target of the link at `path`; nil if there is none, or its text is not UTF-8.
    package static func destination(of path: String) -> String? {
        Linux.readlink(path).flatMap { String(validating: $0, as: UTF8.self) }
    }
}

/// The path of this program, as a desktop entry can name it.
public enum ProgramPath {
    /// This process's executable file, without symbolic links; nil if it cannot be determined or no longer exists.
    public static var current: String? {
        // A file that was replaced under this name is another program.
        guard let path = SymbolicLink.destination(of: "/proc/self/exe"),
            let running = FileIdentity.of("/proc/self/exe"), let named = FileIdentity.of(path),
            named.isSameFile(as: running)
        else { return nil }
        return path
    }
}

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
