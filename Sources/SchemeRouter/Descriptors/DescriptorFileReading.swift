import Glibc
import RouterLinux

extension DescriptorFile {
    /// Which files are accepted, by owner and permissions.
    public enum Trust: Sendable, Hashable, CaseIterable {
        /// Any file, such as one that is only checked.
        case anyone
        /// Files of the user or root that nobody else may write (as ssh requires): descriptors in use.
        case notWritableByOthers
        /// Files of the user or root that nobody else may read or write: the person's own settings (S7).
        case ownedPrivate
    }

    /// Reads a regular file of at most 256 KiB. Nil if no such file exists.
    ///
    /// Owner and permissions are those of the open file, so that nobody can exchange it between check and use.
    public static func read(path: String, trust: Trust) throws(DescriptorErrors) -> DescriptorFile? {
        // O_NONBLOCK: opening a FIFO would wait for a writer.
        let descriptor = Linux.open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else {
            let reason = errno
            // A broken link is not a missing file: its target may have contained a restriction.
            if reason == ENOENT || reason == ENOTDIR, Linux.lstat(path) == nil { return nil }
            throw DescriptorErrors(file: path, .unreadable, "the file cannot be opened: \(Linux.strerror(reason))")
        }
        defer { close(descriptor) }
        guard let status = Linux.fstat(descriptor) else {
            throw DescriptorErrors(file: path, .unreadable, "the file cannot be examined: \(Linux.strerror(errno))")
        }
        guard status.kind == S_IFREG else {
            throw DescriptorErrors(file: path, .unreadable, "the file is not a regular file")
        }
        try check(status, of: path, trust: trust)
        return DescriptorFile(name: path, bytes: try contents(of: descriptor, path: path))
    }

    private static func check(_ status: stat, of path: String, trust: Trust) throws(DescriptorErrors) {
        let forbidden: mode_t
        let command: String
        switch trust {
        case .anyone: return
        case .notWritableByOthers: (forbidden, command) = (0o022, "chmod go-w")
        case .ownedPrivate: (forbidden, command) = (0o077, "chmod 600")
        }
        guard status.st_uid == geteuid() || status.st_uid == 0 else {
            throw DescriptorErrors(
                file: path, .insecureFile, "the file belongs to another user",
                hint: "copy it, check its contents, and use the copy")
        }
        guard status.st_mode & forbidden == 0 else {
            let verb = trust == .ownedPrivate ? "read or write" : "write"
            throw DescriptorErrors(
                file: path, .insecureFile, "other users may \(verb) this file",
                hint: "run: \(command) \(ShellWord.of(path))")
        }
    }

    private static func contents(of descriptor: Int32, path: String) throws(DescriptorErrors) -> [UInt8] {
        guard let bytes = Linux.readAll(descriptor, limit: YAMLReader.maxBytes) else {
            throw DescriptorErrors(file: path, .unreadable, "the file cannot be read: \(Linux.strerror(errno))")
        }
        guard bytes.count <= YAMLReader.maxBytes else {
            throw DescriptorErrors(file: path, .tooLarge, "the file has more than \(YAMLReader.maxBytes) bytes")
        }
        return bytes
    }
}
