import Glibc
import RouterLinux
import SchemeRouter

/// Changes to several files, applied all together or not at all.
///
/// Everything that can fail for lack of space or permissions is done first, next to the files. Then each file is
/// replaced in one step. Should one of these steps still fail, the earlier ones are undone. Symbolic links are
/// followed: people keep their settings elsewhere and link to them.
struct FileTransaction {
    private enum Content {
        case bytes([UInt8], mode: mode_t)
        case none
    }

    private struct Change {
        let path: String
        let content: Content
    }

    /// A change that is ready to be moved into place.
    private struct Prepared {
        /// The file, without symbolic links.
        let path: String
        /// The new file; nil if it is removed.
        let new: String?
        /// A copy of the old file; nil if there is none.
        let old: String?
    }

    private var changes: [Change] = []

    var paths: [String] { changes.map(\.path) }

    /// Writes a file unless it already has this content. An existing file keeps its permissions.
    /// - Parameters:
    ///   - old: its current content; nil if there is none.
    ///   - mode: the permissions of a new file.
    mutating func write(_ bytes: [UInt8], to path: String, replacing old: [UInt8]?, mode: mode_t) {
        if old != bytes { changes.append(Change(path: path, content: .bytes(bytes, mode: mode))) }
    }

    /// Removes a file, if it exists.
    mutating func remove(_ path: String) {
        if Linux.access(path, F_OK) == 0 { changes.append(Change(path: path, content: .none)) }
    }

    /// Applies all changes.
    /// - Throws: `ServiceError/Code/cannotWrite`; then every file is as it was.
    func commit() throws(ServiceError) {
        var directories: [String] = []
        var prepared: [Prepared] = []
        var done = 0
        do {
            for change in changes { prepared.append(try prepare(change, &directories)) }
            for change in prepared {
                try apply(change)
                done += 1
            }
        } catch {
            for change in prepared[..<done].reversed() { undo(change) }
            for change in prepared[done...] { discard(change) }
            for directory in directories.reversed() { Linux.rmdir(directory) }
            throw error
        }
        for change in prepared {
            if let old = change.old { Linux.unlink(old) }
            Self.syncDirectory(of: change.path)
        }
    }

    private func prepare(_ change: Change, _ directories: inout [String]) throws(ServiceError) -> Prepared {
        let path = try Self.target(of: change.path)
        if case .bytes = change.content { try Self.makeDirectory(of: path, &directories) }
        try rethrowing(try TrustedPath.check(Self.directory(of: path))) { (error: DescriptorErrors) in
            Self.failure(path, error.diagnostics.first?.message ?? "others can change it")
        }
        let status = Linux.lstat(path)
        var old: String?
        if let status {
            guard status.kind == S_IFREG else { throw Self.failure(path, "it is not a regular file") }
            guard status.st_uid == geteuid() else { throw Self.failure(path, "it belongs to someone else") }
            guard let bytes = BoundedFile.read(path, limit: DesktopRegistration.largestFile) else {
                throw Self.failure(path, "it cannot be read, or it is too long")
            }
            old = try Self.stage(bytes, beside: path, mode: status.st_mode & 0o777)
        }
        do {
            switch change.content {
            case .none: return Prepared(path: path, new: nil, old: old)
            case .bytes(let bytes, let mode):
                let new = try Self.stage(bytes, beside: path, mode: status.map { $0.st_mode & 0o777 } ?? mode)
                return Prepared(path: path, new: new, old: old)
            }
        } catch {
            if let old { Linux.unlink(old) }
            throw error
        }
    }

    private func apply(_ change: Prepared) throws(ServiceError) {
        if let new = change.new {
            guard Linux.rename(new, change.path) == 0 else { throw Self.failure(change.path) }
        } else {
            guard Linux.unlink(change.path) == 0 else { throw Self.failure(change.path) }
        }
    }

    private func undo(_ change: Prepared) {
        if let old = change.old { Linux.rename(old, change.path) } else { Linux.unlink(change.path) }
    }

    private func discard(_ change: Prepared) {
        for path in [change.new, change.old] { if let path { Linux.unlink(path) } }
    }

    /// Writes a new temporary file in the directory of `path`, synced to disk. Returns its path.
    private static func stage(_ bytes: [UInt8], beside path: String, mode: mode_t) throws(ServiceError) -> String {
        let temporary = "\(path).new-\(String(UInt64.random(in: .min ... .max), radix: 36))"
        let number = Linux.open(temporary, O_CREAT | O_EXCL | O_WRONLY | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard number >= 0 else { throw failure(path) }
        let file = OwnedDescriptor(number)
        guard Linux.writeAll(number, bytes.span), fchmod(file.number, mode) == 0, fsync(file.number) == 0 else {
            let error = failure(path)
            Linux.unlink(temporary)
            throw error
        }
        return temporary
    }

    /// The file that a path leads to, whether or not it exists.
    static func target(of path: String) throws(ServiceError) -> String {
        var path = path
        for _ in 0..<16 {
            guard let link = SymbolicLink.destination(of: path) else { return path }
            path = link.isAbsolutePath ? link : directory(of: path) + "/" + link
        }
        throw failure(path, "it is a broken symbolic link")
    }

    private static func makeDirectory(of path: String, _ made: inout [String]) throws(ServiceError) {
        var current = ""
        for part in directory(of: path).pathNames {
            current += "/" + part
            if Linux.mkdir(current, 0o700) == 0 {
                made.append(current)
            } else if errno != EEXIST, Linux.access(current, F_OK) != 0 {
                throw failure(current)
            }
        }
    }

    /// Without this, a power failure can lose the name itself. An error here no longer undoes anything.
    private static func syncDirectory(of path: String) {
        let number = Linux.open(directory(of: path), O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard number >= 0 else { return }
        fsync(number)
        close(number)
    }

    private static func directory(of path: String) -> String { path.parentPath ?? "." }

    private static func failure(_ path: String, _ reason: String = SystemError.last.description) -> ServiceError {
        ServiceError(
            .cannotWrite, "\(VisibleText.of(path)) cannot be changed: \(reason).", hint: "Nothing was changed.")
    }
}
