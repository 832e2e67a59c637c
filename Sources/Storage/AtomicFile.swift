import Glibc
import RouterLinux
import SchemeRouter

/// Files that are replaced as a whole or not at all, readable only by their owner.
public enum AtomicFile {
    /// Whether a file may be replaced.
    public enum Mode: Sendable {
        /// The file must not exist yet.
        case create
        /// An existing file is replaced.
        case replace
    }

    /// Writes `bytes` so that after a crash there is either the old file or the new one.
    ///
    /// The bytes go to a temporary file next to it, are flushed to disk, and only then renamed. A symbolic link is
    /// itself replaced, never followed.
    /// - Parameter disk: the system calls that write the bytes.
    public static func write(
        _ bytes: [UInt8], to path: String, mode: Mode = .replace, with disk: DiskCalls = .system
    ) throws(ServiceError) {
        removeAbandoned(beside: path, with: disk)
        let (temporary, descriptor) = try makeTemporary(beside: path, with: disk)
        // Keeps the lock until the file has its final name, or none.
        defer { close(descriptor) }
        guard Linux.writeAll(descriptor, bytes.span, by: disk.write), disk.sync(descriptor) == 0 else {
            let error = ServiceError.cannotWrite(temporary)
            _ = disk.remove(temporary)
            throw error
        }
        let isMoved =
            switch mode {
            case .replace: disk.rename(temporary, path) == 0
            // Unlike a rename, a link never replaces a file.
            case .create: disk.link(temporary, path) == 0
            }
        guard isMoved else {
            let error = ServiceError.cannotWrite(path)
            _ = disk.remove(temporary)
            throw error
        }
        if mode == .create { _ = disk.remove(temporary) }
        try syncDirectory(of: path, with: disk)
    }

    private static let infix = ".schemerouter.new-"
    /// How many characters of `0-9a-z` follow the infix: enough for 64 bits.
    private static let randomLength = 13

    /// Creates a file next to `path` that this process locks.
    private static func makeTemporary(
        beside path: String, with disk: DiskCalls
    ) throws(ServiceError) -> (path: String, descriptor: Int32) {
        while true {
            // A random name: with a process id, two threads or two containers could write into one file.
            let random = String(UInt64.random(in: .min ... .max), radix: 36)
            let temporary = path + infix + String(repeating: "0", count: randomLength - random.utf8.count) + random
            let descriptor = disk.create(temporary)
            guard descriptor >= 0 else { throw .cannotWrite(temporary) }
            // Not every file system has locks; there, abandoned files stay.
            guard flock(descriptor, LOCK_EX) == 0 else { return (temporary, descriptor) }
            // Before it was locked, others may have removed it as abandoned.
            if let status = Linux.fstat(descriptor), status.st_nlink > 0 { return (temporary, descriptor) }
            close(descriptor)
        }
    }

    /// Removes the temporary files for `path` whose writers were killed: those that nobody locks. Without this, each
    /// would stay for ever. A file that a person named, such as `config.yaml.new-old`, stays.
    private static func removeAbandoned(beside path: String, with disk: DiskCalls) {
        guard let directory = path.parentPath, let name = path.pathNames.last else { return }
        let start = Array((name + infix).utf8)
        for found in Linux.names(in: directory + "/") ?? []
        where found.starts(with: start) && isRandom(found.dropFirst(start.count)) {
            let file = "\(directory)/\(String(decoding: found, as: UTF8.self))"
            let descriptor = Linux.open(file, O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK)
            guard descriptor >= 0 else { continue }
            defer { close(descriptor) }
            guard let status = Linux.fstat(descriptor), status.kind == S_IFREG else { continue }
            if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { _ = disk.remove(file) }
        }
    }

    private static func isRandom(_ text: ArraySlice<UInt8>) -> Bool {
        let (digits, letters) = (UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"))
        return text.count == randomLength && text.allSatisfy { digits.contains($0) || letters.contains($0) }
    }

    /// The bytes of a regular file; nil if there is none.
    ///
    /// Throws ``ServiceError/Code/badConfiguration`` if it is not a regular file, is too long, or others can change it.
    /// - Parameter limit: the longest file to read, in bytes.
    public static func read(_ path: String, limit: Int) throws(ServiceError) -> [UInt8]? {
        let descriptor = Linux.open(path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else {
            if errno == ENOENT { return nil }
            throw ServiceError(.badConfiguration, "\(path) cannot be read: \(Linux.strerror(errno)).")
        }
        defer { close(descriptor) }
        guard let status = Linux.fstat(descriptor), status.kind == S_IFREG else {
            throw ServiceError(.badConfiguration, "\(path) is not a regular file.")
        }
        guard status.isOnlyOursToChange else {
            throw ServiceError(
                .badConfiguration, "\(path) is not used: others can change it.",
                hint: "It must be yours and writable by nobody else (chmod go-w).")
        }
        guard let bytes = Linux.readAll(descriptor, limit: limit, expected: Int(status.st_size)) else {
            throw ServiceError(.badConfiguration, "\(path) cannot be read: \(Linux.strerror(errno)).")
        }
        guard bytes.count <= limit else {
            throw ServiceError(
                .badConfiguration, "\(path) is longer than the limit of \(limit) bytes.")
        }
        return bytes
    }

    /// Without this, a power failure can lose the name itself.
    private static func syncDirectory(of path: String, with disk: DiskCalls) throws(ServiceError) {
        let directory = path.parentPath.map { $0 + "/" } ?? "."
        let descriptor = Linux.open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { throw .cannotWrite(directory) }
        defer { close(descriptor) }
        guard disk.sync(descriptor) == 0 else { throw .cannotWrite(directory) }
    }
}
