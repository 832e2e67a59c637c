import RouterBytes
import RouterProcesses
import SchemeRouter

extension ProgramPath {
    /// The path to register for the program at `path`: the path itself or, if openers could not read it, that of a
    /// symbolic link to it in `~/.local/bin`.
    /// - Throws: `ServiceError/Code/refusedByPolicy` if there is neither, or others could change it: every link would
    ///   reach what they put there (S7).
    static func registrable(_ path: String?, home: String) throws(ServiceError) -> String {
        let found = try readable(path, home: home)
        if let danger = TrustedPath.danger(to: found) {
            throw ServiceError(
                .refusedByPolicy, "\(VisibleText.of(found)) \(danger).",
                hint: "Nothing was changed. Install it where only you or the system can write, and register again.")
        }
        return found
    }

    private static func readable(_ path: String?, home: String) throws(ServiceError) -> String {
        guard let path else {
            throw ServiceError(
                .refusedByPolicy, "This program's file is no longer where it was started from.",
                hint: "Start the program again from where it is installed.")
        }
        if isReadable(path) { return path }
        let link = "\(home)/.local/bin/router"
        if isReadable(link), let file = FileIdentity.of(path), FileIdentity.of(link)?.isSameFile(as: file) == true {
            return link
        }
        throw refusal(of: path)
    }

    static func check(_ path: String) throws(ServiceError) {
        guard isReadable(path) else { throw refusal(of: path) }
    }

    /// Whether every opener reads the path as one word: `^/[A-Za-z0-9_./+-]+$`.
    static func isReadable(_ path: String) -> Bool {
        path.utf8.count > 1 && path.utf8.first == UInt8(ascii: "/")
            && path.utf8.allSatisfy { $0.isASCIILetter || $0.isASCIIDigit || "_./+-".utf8.contains($0) }
    }

    private static func refusal(of path: String) -> ServiceError {
        let quoted = VisibleText.of(path).split(separator: "'", omittingEmptySubsequences: false)
            .joined(separator: "'\\''")
        return ServiceError(
            .refusedByPolicy,
            "\(VisibleText.of(path)) cannot be registered: link openers only read paths with letters, digits and _ . / + -",
            hint:
                "Create a symbolic link to it and register again: mkdir -p ~/.local/bin && ln -s '\(quoted)' ~/.local/bin/router"
        )
    }
}
