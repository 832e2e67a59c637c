import Glibc
import RouterLinux
import RouterProcesses

/// Reads small files that other programs wrote.
enum BoundedFile {
    /// The bytes of the regular file at `path`; nil if there is none, it cannot be read, or it is larger than `limit`.
    ///
    /// Opened without blocking, so that a pipe in place of a file does not hold us up.
    static func read(_ path: String, limit: Int) -> [UInt8]? {
        guard !path.utf8.contains(0) else { return nil }
        let number = Linux.open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
        guard number >= 0 else { return nil }
        defer { close(number) }
        guard let status = Linux.fstat(number), status.kind == S_IFREG, status.st_size <= limit,
            let bytes = Linux.readAll(number, limit: limit), bytes.count <= limit
        else { return nil }
        return bytes
    }

    /// The names in a directory, sorted, without `.` and `..`; empty if it cannot be read.
    static func names(in directory: String) -> [String] {
        (Linux.names(in: directory) ?? []).compactMap { String(validating: $0, as: UTF8.self) }.sorted()
    }
}
