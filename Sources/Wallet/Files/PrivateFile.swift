import Glibc
import RouterLinux
import RouterStorage
import SchemeRouter

/// A small file of the wallet. Hold the folder's ``DirectoryLock`` while writing.
struct PrivateFile: Sendable {
    let path: String
    var disk = DiskCalls.system

    var exists: Bool { Linux.lstat(path) != nil }

    /// The content; nil if there is no such file. Throws if it is not a regular file or is longer than `limit`.
    func read(limit: Int) throws(ServiceError) -> [UInt8]? {
        try AtomicFile.read(path, limit: limit)
    }

    /// Writes a new file. Throws if the name exists: nothing is overwritten.
    func create(_ bytes: [UInt8]) throws(ServiceError) {
        try AtomicFile.write(bytes, to: path, mode: .create, with: disk)
    }

    func replace(with bytes: [UInt8]) throws(ServiceError) {
        try AtomicFile.write(bytes, to: path, mode: .replace, with: disk)
    }

    /// Removes the file; nothing happens if there is none.
    func remove() throws(ServiceError) {
        guard disk.remove(path) == 0 || errno == ENOENT else { throw .cannotOpen(path) }
    }

    /// Creates a folder and its parents with access for the owner only. An existing folder is closed to others.
    static func makeDirectory(_ path: String) throws(ServiceError) {
        try PrivateDirectory.create(path)
        guard Linux.chmod(path, 0o700) == 0 else { throw .cannotOpen(path) }
    }
}
