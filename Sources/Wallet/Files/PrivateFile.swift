import Glibc
import RouterBytes
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

/// The count of wrong passcodes on disk, so that restarting the program does not shorten a delay.
struct AttemptsFile: Sendable {
    let file: PrivateFile

    /// An attempt that is already counted as wrong and whose passcode is now being tried.
    struct Attempt: Sendable {
        fileprivate let before: FailedAttempts
        fileprivate let counted: FailedAttempts
    }

    /// Counts an attempt as wrong before trying its passcode: ending the program in between does not undo the count.
    ///
    /// Throws `ServiceError/Code/tooManyPasscodes` while a delay runs. If the count cannot be written,
    /// no attempt is made.
    func begin(at now: UnixTime) throws(ServiceError) -> Attempt {
        let before = try current(at: now)
        let wait = before.remaining(at: now)
        guard wait == 0 else {
            throw ServiceError(
                .tooManyPasscodes, "Too many wrong passcodes. Try again in \(wait) s.")
        }
        let attempt = Attempt(before: before, counted: before.adding(at: now))
        try file.replace(with: attempt.counted.bytes)
        return attempt
    }

    /// How many wrong passcodes may be typed until there is a delay; 0 while there is one.
    var left: Int {
        let counted = (try? file.read(limit: FailedAttempts().bytes.count)).flatMap(FailedAttempts.init(reading:))
        return Int(FailedAttempts.free) + 1 - min(Int(counted?.count ?? 0), Int(FailedAttempts.free) + 1)
    }

    /// Forgets the count: the passcode was right.
    func succeeded() throws(ServiceError) {
        try file.remove()
    }

    /// Undoes the count if the passcode was not tried, and says when the next attempt is allowed.
    func failed(_ attempt: Attempt, with error: ServiceError) throws(ServiceError) -> ServiceError {
        guard error.code == .wrongPasscode else {
            try file.replace(with: attempt.before.bytes)
            return error
        }
        let delay = attempt.counted.delay
        return ServiceError(
            error.code, error.message, hint: delay > 0 ? "You can try again in \(delay) s." : nil)
    }

    /// The current count. A damaged record or a clock that was set back is rewritten at once, so that the delay starts
    /// now and ends.
    private func current(at now: UnixTime) throws(ServiceError) -> FailedAttempts {
        guard file.exists else { return FailedAttempts() }
        let bytes = try? file.read(limit: FailedAttempts().bytes.count)
        let recorded = bytes.flatMap(FailedAttempts.init(reading:))
        let current = recorded?.adjusted(to: now) ?? .damaged(at: now)
        if current != recorded { try file.replace(with: current.bytes) }
        return current
    }
}

/// When the person last confirmed that the wallet's words are written down.
struct BackupFile: Sendable {
    let file: PrivateFile

    private static let record = ChecksummedRecord(name: "SRBACKUPC", version: 1)

    /// The time; nil if it never happened, or the file is damaged.
    var time: UnixTime? {
        guard let bytes = try? file.read(limit: Self.bytes(of: 0).count),
            let content = Self.record.content(of: bytes)
        else { return nil }
        var reader = BinaryReader(content)
        return reader.number()
    }

    func note(_ time: UnixTime) throws(ServiceError) {
        try file.replace(with: Self.bytes(of: time))
    }

    private static func bytes(of time: UnixTime) -> [UInt8] { record.wrapping([UInt8](bigEndian: time)) }
}

/// The file of the ``AddressMarks``. No money is lost with it: if it is missing or damaged, the marks start over, and
/// searches within BIP44's gap do not need them. Whoever can change it can move the next addresses behind that gap, where
/// only a longer search finds them (`--gap`).
struct MarksFile: Sendable {
    let directory: String
    let file: PrivateFile

    /// The marks; none if there is no complete file.
    func read() -> AddressMarks {
        guard let bytes = try? file.read(limit: AddressMarks.longestFile) else { return AddressMarks() }
        return AddressMarks(reading: bytes) ?? AddressMarks()
    }

    /// Raises a mark, keeping what other processes raised meanwhile. Writes the file only if something changes.
    func raise(_ place: AddressMarks.Place, to mark: AddressMarks.Mark) throws(ServiceError) {
        let known = read()[place]
        guard known.raised(to: mark) != known else { return }
        try DirectoryLock.holding(directory) { () throws(ServiceError) in
            var marks = read()
            if marks.raise(place, to: mark) { try file.replace(with: marks.bytes) }
        }
    }
}

/// Lets one process at a time use the wallet's files, so that passcode attempts in several processes are all counted
/// and no account is lost.
enum DirectoryLock {
    /// Runs `body` while this process alone holds `directory`, waiting for the lock if necessary.
    static func holding<Result: ~Copyable>(
        _ directory: String, _ body: () throws(ServiceError) -> Result
    ) throws(ServiceError) -> Result {
        let descriptor = Linux.open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else {
            throw errno == ENOENT ? .noWallet : .cannotOpen(directory)
        }
        // Closing releases the lock, even if this process is killed.
        defer { close(descriptor) }
        try PrivateDirectory.checkWay(to: directory)
        while flock(descriptor, LOCK_EX) != 0 {
            guard errno == EINTR else { throw .cannotOpen(directory) }
        }
        return try body()
    }
}

extension ServiceError {
    static var noWallet: ServiceError {
        ServiceError(
            .noWallet, "There is no wallet yet.",
            hint: Remedy.makeWallet.text({ "Create one with \($0)." }, or: "Create one, or restore it from its words."))
    }

    /// A file or folder of the wallet cannot be used, for the reason in `errno`.
    static func cannotOpen(_ path: String) -> ServiceError {
        ServiceError(.cannotWrite, "\(path) cannot be used: \(Linux.strerror(errno)).")
    }
}
