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
    package static func givesPrivileges(_ path: String) -> Bool {
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
