import Glibc
import RouterLinux

/// The system calls that replace a file: at each of them the disk can be full or the power can fail. They return what
/// the system calls of the same name return, with the reason in `errno`.
public struct DiskCalls: Sendable {
    /// Creates a file that only its owner may read, and opens it for writing.
    public var create: @Sendable (_ path: String) -> Int32
    /// Writes as many of the bytes as it can.
    public var write: @Sendable (_ descriptor: Int32, _ bytes: Span<UInt8>) -> Int
    /// Flushes written data to the disk.
    public var sync: @Sendable (_ descriptor: Int32) -> Int32
    /// Renames a file, replacing any file that had the name.
    public var rename: @Sendable (_ from: String, _ to: String) -> Int32
    /// Gives a file an additional name, which must not exist.
    public var link: @Sendable (_ from: String, _ to: String) -> Int32
    /// Removes a name.
    public var remove: @Sendable (_ path: String) -> Int32

    /// The real system calls.
    public static let system = DiskCalls(
        create: { Linux.open($0, O_CREAT | O_EXCL | O_WRONLY | O_NOFOLLOW | O_CLOEXEC, 0o600) },
        write: { Linux.write($0, $1) }, sync: { fsync($0) },
        rename: { Linux.rename($0, $1) }, link: { Linux.link($0, $1) }, remove: { Linux.unlink($0) })
}
