import Glibc
import RouterLinux
import RouterProcesses

/// Reads small files that others wrote.
enum BoundedFile {
    /// The bytes of the regular file at `path`; nil where there is none, it cannot be read, or it is larger than `limit`.
    ///
    /// Opened without waiting, so that a pipe where a file should be does not hold us up.
    static func read(_ path: String, limit: Int) -> [UInt8]? {
        guard !path.utf8.contains(0) else { return nil }
        let number = Linux.open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
        guard number >= 0 else { return nil }
        let file = OwnedDescriptor(number)
        var status = stat()
        guard Linux.fstat(file.number, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_size <= limit else {
            return nil
        }
        // The size can change between here and there; one byte more than announced is enough to notice.
        let room = Int(status.st_size) + 1
        var bytes = [UInt8](repeating: 0, count: room)
        var count = 0
        while count < room {
            var memory = bytes.mutableSpan
            let got = Linux.read(file.number, into: &memory, from: count)
            if got == 0 { return Array(bytes[..<count]) }
            if got > 0 {
                count += got
            } else if errno != EINTR {
                return nil
            }
        }
        return nil
    }

    /// The names in a directory, sorted, `.` and `..` left out; none where it cannot be read.
    static func names(in directory: String) -> [String] {
        (Linux.names(in: directory) ?? []).compactMap { String(validating: $0, as: UTF8.self) }.sorted()
    }
}
