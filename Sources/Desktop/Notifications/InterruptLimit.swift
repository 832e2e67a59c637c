import Glibc
import RouterLinux
import RouterProcesses

/// Limits how often the person is interrupted, across all processes.
///
/// The time of the last interruption is the modification time of a file. A file from the future, after the clock was
/// set back, counts as old, and the next interruption corrects its time.
struct InterruptLimit: Sendable {
    /// The minimum time between interruptions.
    static let pause: Duration = .seconds(10)

    private let path: String
    private let pause: Duration

    /// - Parameter directory: an existing directory that only the person can write to. The file `last-notice` (0600) is
    ///   created in it and kept.
    init(directory: String, pause: Duration = InterruptLimit.pause) {
        self.path = directory + "/last-notice"
        self.pause = pause
    }

    /// Whether an interruption is allowed, and records it if so. False if the file cannot be used: too few windows are
    /// better than an endless number.
    func admits() -> Bool {
        guard let file = locked() else { return false }
        // An empty file was just created or reset, and records no interruption.
        guard let status = Linux.fstat(file.number), status.st_size == 0 || isOver(since: status.st_mtim) else {
            return false
        }
        return ftruncate(file.number, 1) == 0 && futimens(file.number, nil) == 0
    }

    /// Records that the interruption did not happen after all.
    func giveBack() {
        guard let file = locked() else { return }
        _ = ftruncate(file.number, 0)
    }

    /// The file, locked; nil if it is not ours, or another process holds the lock because it is interrupting right now.
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
