import Glibc
import RouterCLinux

extension Linux {
    /// Opens /dev/null for each closed standard stream, so that no file opened later becomes one. Writing to it still
    /// fails.
    package static func fillStandardStreams() {
        for descriptor in STDIN_FILENO...STDERR_FILENO where fcntl(descriptor, F_GETFD) < 0 {
            _ = unsafe Glibc.open("/dev/null", O_RDONLY)
        }
    }

    package static func open(_ path: String, _ flags: Int32, _ mode: mode_t = 0) -> Int32 {
        unsafe Glibc.open(path, flags, mode)
    }

    /// The status of a path, following links; nil if it cannot be determined.
    package static func stat(_ path: String) -> Glibc.stat? { fstatat(AT_FDCWD, path, 0) }

    /// The status of a path, without following links; nil if it cannot be determined.
    package static func lstat(_ path: String) -> Glibc.stat? { fstatat(AT_FDCWD, path, AT_SYMLINK_NOFOLLOW) }

    package static func fstat(_ descriptor: Int32) -> Glibc.stat? {
        var status = Glibc.stat()
        return unsafe Glibc.fstat(descriptor, &status) == 0 ? status : nil
    }

    package static func fstatat(_ directory: Int32, _ path: String, _ flags: Int32) -> Glibc.stat? {
        var status = Glibc.stat()
        return unsafe Glibc.fstatat(directory, path, &status, flags) == 0 ? status : nil
    }

    /// Whether executing this file gives privileges that its user does not have. False if there is no such file.
    package static func grantsPrivileges(_ path: String) -> Bool {
        guard let status = stat(path) else { return false }
        return unsafe status.st_mode & (S_ISUID | S_ISGID) != 0 || linux_has_capabilities(path) != 0
    }

    package static func access(_ path: String, _ mode: Int32) -> Int32 { unsafe Glibc.access(path, mode) }

    @discardableResult package static func chmod(_ path: String, _ mode: mode_t) -> Int32 {
        unsafe Glibc.chmod(path, mode)
    }

    @discardableResult package static func mkdir(_ path: String, _ mode: mode_t) -> Int32 {
        unsafe Glibc.mkdir(path, mode)
    }

    package static func mkfifo(_ path: String, _ mode: mode_t) -> Int32 { unsafe Glibc.mkfifo(path, mode) }

    @discardableResult package static func rmdir(_ path: String) -> Int32 { unsafe Glibc.rmdir(path) }

    @discardableResult package static func unlink(_ path: String) -> Int32 { unsafe Glibc.unlink(path) }

    @discardableResult package static func rename(_ from: String, _ to: String) -> Int32 {
        unsafe Glibc.rename(from, to)
    }

    package static func link(_ from: String, _ to: String) -> Int32 { unsafe Glibc.link(from, to) }

    package static func symlink(_ destination: String, _ path: String) -> Int32 {
        unsafe Glibc.symlink(destination, path)
    }

    /// The bytes of a symbolic link; nil if there is none, or it is longer than a path may be.
    package static func readlink(_ path: String) -> [UInt8]? {
        var target = [CChar](repeating: 0, count: Int(PATH_MAX))
        let count = unsafe Glibc.readlink(path, &target, target.count)
        guard count >= 0, count < target.count else { return nil }
        return target[..<count].map(UInt8.init(bitPattern:))
    }

    /// The path without symbolic links; nil if it leads nowhere, or is not UTF-8: repaired, it would be a different
    /// path.
    package static func realpath(_ path: String) -> String? {
        // The call allocates memory that the caller frees.
        guard let resolved = unsafe Glibc.realpath(path, nil) else { return nil }
        defer { unsafe free(resolved) }
        return unsafe String(validatingCString: resolved)
    }

    /// The working directory; nil if it is gone, or is not UTF-8: repaired, it would be a different path.
    package static func getcwd() -> String? {
        // The call allocates memory that the caller frees.
        guard let directory = unsafe Glibc.getcwd(nil, 0) else { return nil }
        defer { unsafe free(directory) }
        return unsafe String(validatingCString: directory)
    }

    /// A new directory whose name begins with `prefix`; nil if it cannot be created.
    package static func mkdtemp(prefix: String) -> String? {
        var template = (prefix + "XXXXXX").utf8CString
        let isMade = unsafe template.withUnsafeMutableBufferPointer { unsafe Glibc.mkdtemp($0.baseAddress!) != nil }
        return isMade ? String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self) : nil
    }

    /// The bytes of the names in a directory, without `.` and `..`; nil if it cannot be read.
    package static func names(in directory: String) -> [[UInt8]]? {
        let descriptor = open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        return names(in: descriptor)
    }

    /// The bytes of the names in an open directory, without `.` and `..`; nil if it cannot be read.
    package static func names(in directory: Int32) -> [[UInt8]]? {
        // The stream closes its descriptor, and ours belongs to the caller.
        let own = fcntl(directory, F_DUPFD_CLOEXEC, 0)
        guard own >= 0 else { return nil }
        guard let stream = unsafe fdopendir(own) else {
            close(own)
            return nil
        }
        defer { unsafe closedir(stream) }
        var names: [[UInt8]] = []
        // An entry is valid until the next one is read; its name is zero-terminated.
        errno = 0
        while let entry = unsafe readdir(stream) {
            let name = unsafe withUnsafeBytes(of: &entry.pointee.d_name) { unsafe Array($0.prefix { $0 != 0 }) }
            if name != [0x2E], name != [0x2E, 0x2E] { names.append(name) }
            errno = 0
        }
        // A partial listing must not pass for a complete one: a missing file may be the one that forbids something.
        return errno == 0 ? names : nil
    }

    /// The two ends of a pipe; nil if the system cannot create one.
    package static func pipe(_ flags: Int32) -> (reading: Int32, writing: Int32)? {
        var ends: [Int32] = [-1, -1]
        return unsafe linux_pipe(&ends, flags) == 0 ? (ends[0], ends[1]) : nil
    }
}

extension Glibc.stat {
    /// The type of file: `S_IFREG`, `S_IFDIR` or another.
    package var kind: mode_t { st_mode & S_IFMT }
}

extension Linux {
    /// Reads into an array, at most as many bytes as it has.
    package static func read(_ descriptor: Int32, into bytes: inout [UInt8]) -> Int {
        unsafe bytes.withUnsafeMutableBytes { unsafe Glibc.read(descriptor, $0.baseAddress, $0.count) }
    }

    /// Reads into memory from `start` on, at most as many bytes as fit.
    package static func read(_ descriptor: Int32, into bytes: inout MutableSpan<UInt8>, from start: Int = 0) -> Int {
        unsafe bytes.withUnsafeMutableBytes { memory in
            let rest = unsafe memory[start...]
            return unsafe Glibc.read(descriptor, UnsafeMutableRawBufferPointer(rebasing: rest).baseAddress, rest.count)
        }
    }

    @discardableResult package static func write(_ descriptor: Int32, _ bytes: [UInt8]) -> Int {
        unsafe Glibc.write(descriptor, bytes, bytes.count)
    }

    /// Writes the bytes of a span, which may belong to a secret.
    package static func write(_ descriptor: Int32, _ bytes: Span<UInt8>) -> Int {
        unsafe bytes.withUnsafeBytes { unsafe Glibc.write(descriptor, $0.baseAddress, $0.count) }
    }

    /// Reads to the end, or until more than `limit` bytes arrive; nil if a read fails.
    /// - Parameter expected: how many bytes there probably are: then they need not be copied.
    package static func readAll(_ descriptor: Int32, limit: Int, expected: Int = 4_095) -> [UInt8]? {
        var bytes = [UInt8](repeating: 0, count: min(limit, max(expected, 0)) + 1)
        var end = 0
        while end <= limit {
            if end == bytes.count { bytes += [UInt8](repeating: 0, count: min(bytes.count, limit + 1 - end)) }
            var memory = bytes.mutableSpan
            let count = read(descriptor, into: &memory, from: end)
            if count < 0 && errno == EINTR { continue }
            guard count >= 0 else { return nil }
            if count == 0 { break }
            end += count
        }
        bytes.removeLast(bytes.count - end)
        return bytes
    }

    /// Writes all bytes with `write`. False if that fails.
    ///
    /// It also fails if the descriptor does not block and is full; ``writeWaiting(_:_:)`` waits instead.
    @discardableResult package static func writeAll(
        _ descriptor: Int32, _ bytes: Span<UInt8>, by write: (Int32, Span<UInt8>) -> Int = Linux.write
    ) -> Bool {
        var offset = 0
        while offset < bytes.count {
            let count = write(descriptor, bytes.extracting(offset...))
            if count < 0 && errno == EINTR { continue }
            guard count > 0 else { return false }
            offset += count
        }
        return true
    }

    /// Writes the bytes of a span as ``write(_:_:)`` does, but waits until some can be written, even if the descriptor
    /// does not block.
    package static func writeWaiting(_ descriptor: Int32, _ bytes: Span<UInt8>) -> Int {
        while true {
            let count = write(descriptor, bytes)
            guard count < 0 && errno == EAGAIN else { return count }
            var output = [pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)]
            _ = poll(&output, -1)
        }
    }

    /// Writes one byte and nothing else: safe in a signal handler.
    package static func writeByte(_ descriptor: Int32, _ byte: UInt8) {
        var byte = byte
        _ = unsafe Glibc.write(descriptor, &byte, 1)
    }

    /// Resets a descriptor of `linux_event`.
    package static func clearEvent(_ descriptor: Int32) {
        var count: eventfd_t = 0
        _ = unsafe eventfd_read(descriptor, &count)
    }

    /// Sends to a socket, without SIGPIPE if the reader is gone.
    package static func send(_ descriptor: Int32, _ bytes: Span<UInt8>) -> Int {
        unsafe bytes.withUnsafeBytes { unsafe Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
    }

    package static func poll(_ requests: inout [pollfd], _ milliseconds: Int32) -> Int32 {
        unsafe Glibc.poll(&requests, nfds_t(requests.count), milliseconds)
    }
}
