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

/// Directories and files that nobody else may read or change.
public enum PrivateDirectory {
    /// Creates `path` and any missing parents, readable only by their owner.
    ///
    /// Throws ``ServiceError/Code/cannotWrite`` if others can change the directory or one in its path
    /// (``TrustedPath``): they could replace our files.
    public static func create(_ path: String) throws(ServiceError) {
        var found = Linux.stat(path)
        if found == nil {
            try makeMissing(path)
            found = Linux.stat(path)
        }
        guard let status = found else { throw .cannotWrite(path) }
        guard status.kind == S_IFDIR else { throw .cannotWrite(path, reason: ENOTDIR) }
        guard status.isOnlyOursToChange else { throw .changeableByOthers(path) }
        try checkWay(to: path)
    }

    private static func makeMissing(_ path: String) throws(ServiceError) {
        var made = path.isAbsolutePath ? "/" : ""
        for name in path.pathNames {
            made += name
            if Linux.mkdir(made, 0o700) != 0 {
                let reason = errno
                // We may not have write access to the parent directories, and do not need it.
                guard Linux.access(made, F_OK) == 0 else { throw .cannotWrite(made, reason: reason) }
            }
            made += "/"
        }
    }

    /// Throws ``ServiceError/Code/cannotWrite`` if others can change a directory or one in its path.
    ///
    /// Anyone who can rename a parent directory can replace ours, and with it the journal with one that has no payments
    /// (S6), or the wallet with one whose count of wrong passcodes is zero.
    public static func checkWay(to path: String) throws(ServiceError) {
        do {
            try TrustedPath.check(path)
        } catch {
            let problem = error.diagnostics.first
            throw ServiceError(
                .cannotWrite, "\(path) is not used: \(problem?.message ?? "others can change it").",
                hint: problem?.hint
                    ?? "Every directory in the path must belong to you or the system and be writable by nobody else.")
        }
    }

    /// Creates a directory, or removes everybody else's access to it.
    public static func restrict(_ path: String) throws(ServiceError) {
        try create(path)
        guard let status = Linux.stat(path) else { throw .cannotWrite(path) }
        if status.st_uid == geteuid(), status.st_mode & 0o077 != 0, Linux.chmod(path, 0o700) != 0 {
            throw .cannotWrite(path)
        }
    }

    /// Creates an empty file that only its owner may read, and its directory, unless the file exists.
    /// - Returns: the path without symbolic links. The file itself must not be one.
    static func createFile(_ path: String) throws(ServiceError) -> String {
        let slash = path.utf8.lastIndex(of: UInt8(ascii: "/"))
        let directory = slash.map { String(path[...$0]) } ?? "."
        try create(directory)
        guard let resolved = Linux.realpath(directory) else { throw .cannotWrite(directory) }
        let name = path[(slash.map(path.utf8.index(after:)) ?? path.startIndex)...]
        let file = "\(resolved)/\(name)"

        if Linux.lstat(file) == nil {
            // Never open and close the file under its own name: closing would release the locks that SQLite holds on it
            // elsewhere in this process.
            do {
                try AtomicFile.write([], to: file, mode: .create)
            } catch {
                // Another process may have created it first.
                guard Linux.lstat(file) != nil else { throw error }
            }
        }
        guard let status = Linux.lstat(file) else { throw .cannotWrite(file) }
        guard status.kind == S_IFREG else {
            throw ServiceError(.cannotWrite, "\(file) is not a regular file.")
        }
        guard status.isOnlyOursToChange else { throw .changeableByOthers(file) }
        if status.st_mode & 0o077 != 0, Linux.chmod(file, 0o600) != 0 { throw .cannotWrite(file) }
        return file
    }
}

extension stat {
    /// Whether only this user and the system's administrator can change it.
    var isOnlyOursToChange: Bool { (st_uid == geteuid() || st_uid == 0) && st_mode & 0o022 == 0 }
}

extension ServiceError {
    /// The system's reason why a file cannot be written.
    static func cannotWrite(_ path: String, reason: Int32 = errno) -> ServiceError {
        ServiceError(
            .cannotWrite, "\(path) cannot be written: \(Linux.strerror(reason)).",
            hint: "Nothing was lost. Free some space, or check your write permission.")
    }

    /// Reports that others could replace a file.
    static func changeableByOthers(_ path: String) -> ServiceError {
        ServiceError(
            .cannotWrite, "\(path) is not used: others can change it.",
            hint: "It must be yours and writable by nobody else (chmod go-w).")
    }
}

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
