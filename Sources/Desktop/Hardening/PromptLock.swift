import Glibc
import RouterLinux
import RouterProcesses
import SchemeRouter

/// The right to show a prompt, held by one process at a time.
///
/// It is a kernel lock on an open file: it ends with its holder, however that ends, so no stale lock has to be removed.
/// There is no queue: the loser reports that another prompt is open.
public struct PromptLock: ~Copyable, Sendable {
    private let file: OwnedDescriptor

    /// Takes the lock; nil if another prompt holds it. It is released with this value.
    /// - Parameter directory: an existing directory that only the person can write to, such as one below
    ///   `XDG_RUNTIME_DIR`. The file `prompt.lock` (0600) is created in it and kept.
    /// - Throws: `ServiceError/Code/cannotWrite` if the file cannot be opened, or is not the person's own.
    public static func take(in directory: String) throws(ServiceError) -> PromptLock? {
        let path = directory + "/prompt.lock"
        let file = try rethrowing(try OwnedDescriptor.ownFile(path)) { (error: SystemError) in
            ServiceError(.cannotWrite, "the lock file \(path) cannot be used: \(error)")
        }
        while flock(file.number, LOCK_EX | LOCK_NB) != 0 {
            if errno == EWOULDBLOCK { return nil }
            guard errno == EINTR else {
                throw ServiceError(.cannotWrite, "the lock file \(path) cannot be locked: \(SystemError.last)")
            }
        }
        return PromptLock(file: file)
    }
}
