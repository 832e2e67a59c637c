import Glibc
import RouterLinux
import RouterProcesses
import SchemeRouter

/// A program that the person named as a plugin: the only place that does is their own configuration (S7).
public struct PluginProgram: Sendable, Hashable {
    /// The name that descriptors have for it.
    public let name: String
    /// The absolute path of its file.
    public let path: String

    /// Names a program. Nothing is looked at before it is started.
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
            hint: "Nothing was done. “router doctor” tries the program; config.yaml names it: plugins: { \(name): … }.")
    }

    /// Why it must not be started, as the end of a sentence: it cannot be, or others could put another program in its place
    /// (S7).
    var problem: String? {
        if let problem = ExecutableFile.problem(at: path) { return problem }
        do throws(DescriptorErrors) {
            for file in [path] + interpreters { try TrustedPath.check(file: file) }
            return nil
        } catch {
            return "must not be used: \(error.diagnostics.first?.message ?? "others can change it")"
        }
    }

    /// What starts it besides itself: the interpreter that a script names in its first line, by way of `env` too.
    var interpreters: [String] {
        let file = Linux.open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return [] }
        defer { close(file) }
        var beginning = [UInt8](repeating: 0, count: 256)
        let count = Linux.read(file, into: &beginning)
        let line = beginning.prefix(max(count, 0)).prefix { $0 != 0x0A }
        guard line.starts(with: [UInt8(ascii: "#"), UInt8(ascii: "!")]) else { return [] }
        let words = String(decoding: line.dropFirst(2), as: UTF8.self).split { $0 == " " || $0 == "\t" }.map(
            String.init)
        guard let first = words.first, first.isAbsolutePath else { return [] }
        let named = first.pathNames.last == "env" ? words.dropFirst().first.flatMap { ExecutableFile.find($0) } : nil
        return [first] + [named].compactMap(\.self)
    }
}

extension PluginProgram {
    /// What any program must be able to read to start: libraries and modules that packages install, and nothing of the
    /// person's. Programs in them can be started, too: they are no less confined.
    static let executable = ["/lib", "/lib64", "/usr/lib", "/usr/lib64", "/usr/local/lib"]
    /// The same for what is only read.
    static let readable = ["/usr/share", "/etc/ld.so.cache", "/dev/null", "/dev/urandom"]
}
