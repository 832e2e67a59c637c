import Glibc
import LinuxCalls

/// Where symbolic links lead.
enum SymbolicLink {
    /// The text of the link at `path`; nil where there is none, or its text is not UTF-8.
    static func destination(of path: String) -> String? {
        Linux.readlink(path).flatMap { String(validating: $0, as: UTF8.self) }
    }
}
