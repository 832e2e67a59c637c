import Glibc
import RouterBytes
import RouterLinux

/// The id of this installation, which identifies the user of a dapp in simple mode: random, created at first use, and
/// stored in a file that only the person can read.
public struct UserIDFile: Sendable, Hashable {
    /// Its path.
    public let path: String

    /// A file of the dapp's own.
    public init(path: String) {
        self.path = path
    }

    /// The dapp's file for its scheme, `mykey-dapps/SCHEME` in the person's data (XDG base directories). Nil if the
    /// environment has no home directory.
    public static func standard(scheme: String) -> UserIDFile? {
        func variable(_ name: String) -> String? { Linux.getenv(name).flatMap { $0.isAbsolutePath ? $0 : nil } }
        guard let data = variable("XDG_DATA_HOME") ?? variable("HOME").map({ $0 + "/.local/share" }) else { return nil }
        return UserIDFile(path: "\(data)/mykey-dapps/\(scheme.lowercased())")
    }

    /// The id: a UUID in lower case. Two processes that read at the same time get the same id.
    ///
    /// Throws ``MYKEYError/Reason/invalidRequest`` if the file cannot be created, or contains something else.
    public func read() throws(MYKEYError) -> String {
        if let id = try existing() { return id }
        makeDirectories()
        let unfinished = "\(path).\(getpid()).\(CallbackID.random())"
        let descriptor = Linux.open(unfinished, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw problem(Linux.strerror(errno)) }
        defer { Linux.unlink(unfinished) }
        let id = Array(Self.randomUUID().utf8)
        let isWritten = Linux.write(descriptor, id) == id.count && fsync(descriptor) == 0
        close(descriptor)
        guard isWritten else { throw problem("the disk may be full") }
        // Unlike rename, link fails if another process was faster.
        guard Linux.link(unfinished, path) == 0 || errno == EEXIST else {
            throw problem(Linux.strerror(errno))
        }
        guard let id = try existing() else { throw problem("it vanished") }
        return id
    }

    private func existing() throws(MYKEYError) -> String? {
        let descriptor = Linux.open(path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC)
        guard descriptor >= 0 else {
            if errno == ENOENT || errno == ENOTDIR { return nil }
            throw problem(Linux.strerror(errno))
        }
        defer { close(descriptor) }
        guard let bytes = Linux.readAll(descriptor, limit: 36), bytes.count == 36,
            bytes.allSatisfy({ "0123456789abcdef-".utf8.contains($0) })
        else { throw problem("it does not contain the id; remove it to create a new one") }
        return String(decoding: bytes, as: UTF8.self)
    }

    private func makeDirectories() {
        var directory = ""
        for part in path.pathNames.dropLast() {
            directory += "/\(part)"
            Linux.mkdir(directory, 0o700)
        }
    }

    private func problem(_ reason: String) -> MYKEYError {
        .invalid("UUID", "The id of this installation cannot be stored in \(path): \(reason).")
    }

    /// RFC 9562, version 4.
    private static func randomUUID() -> String {
        var bytes = [UInt8].random(16)
        bytes[6] = bytes[6] & 0x0F | 0x40
        bytes[8] = bytes[8] & 0x3F | 0x80
        let digits = Array(bytes.hex)
        return [0..<8, 8..<12, 12..<16, 16..<20, 20..<32].map { String(digits[$0]) }.joined(separator: "-")
    }
}
