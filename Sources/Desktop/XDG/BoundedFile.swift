import Glibc

/// Reads small files that others wrote.
enum BoundedFile {
    /// The bytes of the regular file at `path`; nil where there is none, it cannot be read, or it is larger than `limit`.
    ///
    /// Opened without waiting, so that a pipe in the place of a file does not hold us up.
    static func read(_ path: String, limit: Int) -> [UInt8]? {
        guard !path.utf8.contains(0) else { return nil }
        let number = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
        guard number >= 0 else { return nil }
        let file = OwnedDescriptor(number)
        var status = stat()
        guard fstat(file.number, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_size <= limit else {
            return nil
        }
        // The size can change between here and there; one byte more than announced is enough to notice.
        let room = Int(status.st_size) + 1
        var isWhole = false
        let bytes = [UInt8](unsafeUninitializedCapacity: room) { memory, count in
            while count < room {
                let got = Glibc.read(file.number, memory.baseAddress! + count, room - count)
                if got > 0 {
                    count += got
                } else if got == 0 {
                    isWhole = true
                    return
                } else if errno != EINTR {
                    return
                }
            }
        }
        return isWhole ? bytes : nil
    }

    /// The names in a directory, sorted, `.` and `..` left out; none where it cannot be read.
    static func names(in directory: String) -> [String] {
        guard let handle = opendir(directory) else { return [] }
        defer { closedir(handle) }
        var names: [String] = []
        while let entry = readdir(handle) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
                pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(validatingCString: $0) }
            }
            if let name, name != ".", name != ".." { names.append(name) }
        }
        return names.sorted()
    }
}
