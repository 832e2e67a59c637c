import Glibc
import SchemeRouter

/// The folder must be held (``DirectoryLock``) while its files are written.
extension PrivateFile {
    /// What a file is called until it is whole. One that a killed program left is written over.
    private var unfinished: String { path + ".new" }

    /// Writes a new file. Throws where something has this name already: it is never overwritten.
    func create(_ bytes: [UInt8]) throws(ServiceError) {
        try writeUnfinished(bytes)
        // Unlike rename, link fails where the name is taken.
        let status = link(unfinished, path)
        let reason = errno
        unlink(unfinished)
        errno = reason
        guard status == 0 else { throw .cannotOpen(path) }
        try syncFolder()
    }

    /// Writes the file, or another one in its place. After a crash either the old or the new one is there, whole.
    func replace(with bytes: [UInt8]) throws(ServiceError) {
        try writeUnfinished(bytes)
        guard rename(unfinished, path) == 0 else { throw .cannotOpen(path) }
        try syncFolder()
    }

    /// Returns when the bytes are on the disk.
    private func writeUnfinished(_ bytes: [UInt8]) throws(ServiceError) {
        guard unlink(unfinished) == 0 || errno == ENOENT else { throw .cannotOpen(unfinished) }
        let descriptor = open(unfinished, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw .cannotOpen(unfinished) }
        defer { close(descriptor) }
        var rest = bytes[...]
        while !rest.isEmpty {
            let written = rest.withUnsafeBytes { buffer in write(descriptor, buffer.baseAddress, buffer.count) }
            if written < 0 && errno == EINTR { continue }
            guard written > 0 else { throw .cannotOpen(unfinished) }
            rest = rest.dropFirst(written)
        }
        guard fsync(descriptor) == 0 else { throw .cannotOpen(unfinished) }
    }

    /// Makes the name durable as well.
    private func syncFolder() throws(ServiceError) {
        let folder = path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
        let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { throw .cannotOpen(folder) }
        defer { close(descriptor) }
        guard fsync(descriptor) == 0 else { throw .cannotOpen(folder) }
    }
}
