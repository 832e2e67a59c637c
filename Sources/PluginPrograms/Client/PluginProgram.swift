import SchemeRouter

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
            hint:
                "Nothing was done. “router doctor” tests the program, which config.yaml names under plugins: { \(name): … }."
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
