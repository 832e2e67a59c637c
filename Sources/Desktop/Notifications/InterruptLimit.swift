import Glibc
import RouterLinux
import RouterProcesses

/// Lets something interrupt the person at most once in a while, whichever process it comes from.
///
/// The time of the last interruption is that of a file. Where the clock was set back the file is from the future; it then
/// counts as old, and the next interruption gives it the new time.
struct InterruptLimit: Sendable {
    /// How long the person is not interrupted again.
    static let pause: Duration = .seconds(10)

    private let path: String
    private let pause: Duration

    /// - Parameter directory: an existing directory that only the person can write to. The file `last-notice` (0600) is
    ///   made in it and stays.
    init(directory: String, pause: Duration = InterruptLimit.pause) {
        self.path = directory + "/last-notice"
        self.pause = pause
    }

    /// Whether an interruption is due, which it then is no longer. False if the file cannot be had: better too quiet
    /// than windows without end.
    func admits() -> Bool {
        guard let file = locked() else { return false }
        // An empty file was just created, or reset, and records no interruption.
        guard let status = Linux.fstat(file.number), status.st_size == 0 || isOver(since: status.st_mtim) else {
            return false
        }
        return ftruncate(file.number, 1) == 0 && futimens(file.number, nil) == 0
    }

    /// Records that nobody was interrupted after all.
    func giveBack() {
        guard let file = locked() else { return }
        _ = ftruncate(file.number, 0)
    }

    /// The file, locked; nil if it is not ours, or somebody else has the lock: they are interrupting right now.
    private func locked() -> OwnedDescriptor? {
        guard let file = try? OwnedDescriptor.ownFile(path), flock(file.number, LOCK_EX | LOCK_NB) == 0
        else { return nil }
        return file
    }

    private func isOver(since last: timespec) -> Bool {
        let now = Linux.clock_gettime(CLOCK_REALTIME)
        let age = Duration.seconds(now.tv_sec - last.tv_sec) + .nanoseconds(now.tv_nsec - last.tv_nsec)
        return age < .zero || age >= pause
    }
}
