import Glibc
import SchemeRouter

/// A small file that only its owner may read, replaced as a whole.
struct PrivateFile: Sendable {
    /// Where it is.
    let path: String

    /// Whether something has this name.
    var exists: Bool {
        var status = stat()
        return lstat(path, &status) == 0
    }

    /// The content, or its first `limit + 1` bytes where it is longer. Nil where there is no such file.
    func read(atMost limit: Int) throws(ServiceError) -> [UInt8]? {
        // Without O_NONBLOCK a pipe with this name would stop the program here.
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
        guard descriptor >= 0 else {
            if errno == ENOENT || errno == ENOTDIR { return nil }
            throw .cannotOpen(path)
        }
        defer { close(descriptor) }
        var bytes = [UInt8](repeating: 0, count: limit + 1)
        var count = 0
        while count < bytes.count {
            let got = bytes.withUnsafeMutableBytes { buffer in
                Glibc.read(descriptor, buffer.baseAddress?.advanced(by: count), buffer.count - count)
            }
            if got < 0 && errno == EINTR { continue }
            guard got >= 0 else { throw .cannotOpen(path) }
            guard got > 0 else { break }
            count += got
        }
        return Array(bytes[..<count])
    }

    /// Removes the file; nothing happens where there is none.
    func remove() throws(ServiceError) {
        guard unlink(path) == 0 || errno == ENOENT else { throw .cannotOpen(path) }
    }

    /// Makes a folder, and those above it, for its owner alone. One that is there is closed to others.
    static func makeDirectory(_ path: String) throws(ServiceError) {
        try makeDirectories(path[...])
        guard chmod(path, 0o700) == 0 else { throw .cannotOpen(path) }
    }

    private static func makeDirectories(_ path: Substring) throws(ServiceError) {
        if mkdir(String(path), 0o700) == 0 || errno == EEXIST { return }
        guard errno == ENOENT, let slash = path.lastIndex(of: "/"), slash > path.startIndex else {
            throw .cannotOpen(String(path))
        }
        try makeDirectories(path[..<slash])
        guard mkdir(String(path), 0o700) == 0 || errno == EEXIST else { throw .cannotOpen(String(path)) }
    }
}
