import Glibc
import RouterLinux

/// Distinguishes a file from others, and from itself after a change.
package struct FileIdentity: Sendable, Hashable, CustomStringConvertible {
    package let device: UInt64
    package let inode: UInt64
    private let modified: Int64
    private let modifiedNanoseconds: Int64
    private let changed: Int64
    private let changedNanoseconds: Int64

    /// The file that `path` leads to, following symbolic links; nil if there is none.
    package static func of(_ path: String) -> FileIdentity? {
        guard let status = Linux.stat(path) else { return nil }
        return FileIdentity(
            device: UInt64(status.st_dev), inode: UInt64(status.st_ino),
            modified: Int64(status.st_mtim.tv_sec), modifiedNanoseconds: Int64(status.st_mtim.tv_nsec),
            changed: Int64(status.st_ctim.tv_sec), changedNanoseconds: Int64(status.st_ctim.tv_nsec))
    }

    /// Whether both are the same file, changed or not.
    package func isSameFile(as other: FileIdentity) -> Bool { device == other.device && inode == other.inode }

    /// All of it, for comparison only.
    package var description: String {
        "\(device):\(inode):\(modified).\(modifiedNanoseconds):\(changed).\(changedNanoseconds)"
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
