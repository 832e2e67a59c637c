import Glibc

/// Counts the changes to the files in directories, as they happen.
final class Watch {
    private let descriptor: Int32
    private var buffer = [UInt8](repeating: 0, count: 4_096)

    init(_ directories: [String]) throws {
        descriptor = inotify_init1(Int32(IN_NONBLOCK | IN_CLOEXEC))
        guard descriptor >= 0 else { throw Mistake("files cannot be watched") }
        for directory in directories {
            unsafe inotify_add_watch(descriptor, directory, UInt32(IN_MODIFY | IN_CREATE | IN_DELETE))
        }
    }

    deinit {
        close(descriptor)
    }

    /// How many changes there were since the last time. Waits for one for at most a millisecond.
    func changes() -> Int {
        var poll = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        guard unsafe Glibc.poll(&poll, 1, 1) > 0 else { return 0 }
        let length = unsafe read(descriptor, &buffer, buffer.count)
        var (count, place) = (0, 0)
        // Each has a header of 16 bytes, whose last four say how long the name behind it is.
        while place + 16 <= length {
            let name = buffer[place + 12..<place + 16].reversed().reduce(0) { $0 << 8 | Int($1) }
            place += 16 + name
            count += 1
        }
        return count
    }
}
