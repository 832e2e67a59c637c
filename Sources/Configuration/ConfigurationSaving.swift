import Glibc
import SchemeRouter

extension ConfigurationEditor {
    /// Switches the practice network of a coin on or off in the file at `path`, which is made where it does not exist.
    ///
    /// The file is replaced as a whole, so that nobody ever reads half of it. Returns false where it is so already.
    public static func switchSandbox(_ isOn: Bool, for coin: CoinID, path: String) throws(Failure) -> Bool {
        let path = target(of: path)
        let file: DescriptorFile?
        do {
            file = try DescriptorFile.read(path: path, trust: .ownedPrivate)
        } catch {
            throw .unreadable(error)
        }
        let known = file ?? DescriptorFile(name: path, bytes: [])
        guard let bytes = try bytes(of: known, switchingSandbox: isOn, for: coin) else { return false }
        let folder = path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
        try makeFolder(folder.isEmpty ? "/" : folder)
        try replace(path, in: folder.isEmpty ? "/" : folder, with: bytes)
        return true
    }

    /// Where a link leads: replacing the link itself would detach somebody's collected settings.
    private static func target(of path: String) -> String {
        guard let resolved = realpath(path, nil) else { return path }
        defer { free(resolved) }
        return String(cString: resolved)
    }

    private static func makeFolder(_ path: String) throws(Failure) {
        if mkdir(path, 0o700) == 0 || errno == EEXIST { return }
        guard errno == ENOENT, let slash = path.lastIndex(of: "/"), slash > path.startIndex else {
            throw failure("the folder cannot be made", path)
        }
        try makeFolder(String(path[..<slash]))
        guard mkdir(path, 0o700) == 0 || errno == EEXIST else { throw failure("the folder cannot be made", path) }
    }

    private static func replace(_ path: String, in folder: String, with bytes: [UInt8]) throws(Failure) {
        let temporary = "\(path).\(getpid()).new"
        // O_EXCL: a file or link that somebody put there is not written through.
        let descriptor = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw failure("the file cannot be made", temporary) }
        var isWritten = writeAll(bytes, to: descriptor) && fsync(descriptor) == 0
        isWritten = close(descriptor) == 0 && isWritten
        guard isWritten, rename(temporary, path) == 0 else {
            let failure = failure("the file cannot be written", path)
            unlink(temporary)
            throw failure
        }
        // The new name must be durable too. Where the file system cannot say so the file itself is whole all the same.
        let directory = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        if directory >= 0 {
            fsync(directory)
            close(directory)
        }
    }

    private static func writeAll(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return false }
            rest = rest.dropFirst(count)
        }
        return true
    }

    private static func failure(_ what: String, _ path: String) -> Failure {
        let reason = strerror(errno).map { String(cString: $0) } ?? "error \(errno)"
        return .cannotWrite("\(what): \(path): \(reason)")
    }
}
