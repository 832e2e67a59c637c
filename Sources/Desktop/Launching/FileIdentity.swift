import Glibc
import LinuxCalls

/// What tells one file from another, and from itself after a change.
struct FileIdentity: Sendable, Hashable, CustomStringConvertible {
    /// The file system.
    let device: UInt64
    /// The file in it.
    let inode: UInt64
    private let modified: Int64
    private let modifiedNanoseconds: Int64
    private let changed: Int64
    private let changedNanoseconds: Int64

    /// The file that `path` leads to, through symbolic links; nil where there is none.
    static func of(_ path: String) -> FileIdentity? {
        var status = stat()
        guard Linux.stat(path, &status) == 0 else { return nil }
        return FileIdentity(
            device: UInt64(status.st_dev), inode: UInt64(status.st_ino),
            modified: Int64(status.st_mtim.tv_sec), modifiedNanoseconds: Int64(status.st_mtim.tv_nsec),
            changed: Int64(status.st_ctim.tv_sec), changedNanoseconds: Int64(status.st_ctim.tv_nsec))
    }

    /// Whether both are the same file, changed or not.
    func isSameFile(as other: FileIdentity) -> Bool {
        device == other.device && inode == other.inode
    }

    /// All of it, for comparison only.
    var description: String {
        "\(device):\(inode):\(modified).\(modifiedNanoseconds):\(changed).\(changedNanoseconds)"
    }
}
