import Glibc
import RouterLinux

/// Files in the temporary directories.
enum SmallFile {
    /// Writes a new file that only its owner may read.
    static func write(_ path: String, _ text: String, mode: mode_t = 0o600) throws(DemoError) {
        let descriptor = Linux.open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, mode)
        guard descriptor >= 0 else { throw .system(path) }
        defer { close(descriptor) }
        let bytes = Array(text.utf8)
        guard Linux.write(descriptor, bytes) == bytes.count else { throw .system(path) }
    }

    /// The last bytes of a file, at most `limit`, from the beginning of a line; empty if there is no such file.
    static func tail(_ path: String, limit: Int) -> String {
        let descriptor = Linux.open(path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC)
        guard descriptor >= 0 else { return "" }
        defer { close(descriptor) }
        let size = lseek(descriptor, 0, SEEK_END)
        let start = max(0, size - limit)
        lseek(descriptor, start, SEEK_SET)
        var bytes = [UInt8](repeating: 0, count: limit)
        let count = max(0, Linux.read(descriptor, into: &bytes))
        let text = String(decoding: bytes[..<count], as: UTF8.self)
        guard start > 0, let end = text.firstIndex(of: "\n") else { return text }
        return String(text[text.index(after: end)...])
    }

    /// Removes a directory and everything in it; symbolic links are removed, not followed.
    static func removeAll(_ path: String) {
        for name in Linux.names(in: path) ?? [] {
            let child = "\(path)/\(String(decoding: name, as: UTF8.self))"
            guard let status = Linux.lstat(child) else { continue }
            if status.kind == S_IFDIR { removeAll(child) } else { Linux.unlink(child) }
        }
        Linux.rmdir(path)
    }
}
