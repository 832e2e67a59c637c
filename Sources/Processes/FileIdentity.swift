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
