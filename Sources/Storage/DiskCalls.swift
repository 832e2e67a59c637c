import Glibc
import RouterLinux

/// The calls to the system with which a file is replaced: each is a step at which a disk can be full or a power cut can
/// come. They return what the system's calls of the same name return, with the reason in `errno`.
public struct DiskCalls: Sendable {
    /// Makes a new file that only its owner may read, and opens it for writing.
    public var create: @Sendable (_ path: String) -> Int32
    /// Writes bytes, as many as it can.
    public var write: @Sendable (_ descriptor: Int32, _ bytes: Span<UInt8>) -> Int
    /// Brings what was written to the disk.
    public var sync: @Sendable (_ descriptor: Int32) -> Int32
    /// Renames a file, replacing any file that had the name.
    public var rename: @Sendable (_ from: String, _ to: String) -> Int32
    /// Gives a file a further name that nothing has.
    public var link: @Sendable (_ from: String, _ to: String) -> Int32
    /// Takes a name away.
    public var remove: @Sendable (_ path: String) -> Int32

    /// Those of the system.
    public static let system = DiskCalls(
        create: { Linux.open($0, O_CREAT | O_EXCL | O_WRONLY | O_NOFOLLOW | O_CLOEXEC, 0o600) },
        write: { Linux.write($0, $1) }, sync: { fsync($0) },
        rename: { Linux.rename($0, $1) }, link: { Linux.link($0, $1) }, remove: { Linux.unlink($0) })
}
