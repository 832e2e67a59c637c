import Glibc
import RouterLinux
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

/// Lets one process at a time ask the person, with a ``PromptLock`` in a directory.
public struct LockedPromptGate: PromptGate {
    private let directory: String

    /// - Parameter directory: an existing directory of the person's own.
    public init(directory: String) {
        self.directory = directory
    }

    /// A pass that holds the lock until it is released; nil if another process holds it.
    public func enter() throws(ServiceError) -> (any AnyObject & Sendable)? {
        guard let lock = try PromptLock.take(in: directory) else { return nil }
        return Pass(lock)
    }

    private final class Pass: Sendable {
        private let lock: PromptLock

        init(_ lock: consuming PromptLock) {
            self.lock = lock
        }
    }
}

/// Prevents a process from leaking what is in its memory. For programs, not for libraries: it changes the whole
/// process.
public enum Hardening {
    /// Prevents core dumps and debuggers of the same user from reading our memory, see `MemoryProtection`.
    ///
    /// Leaves the umask unchanged: receivers that we start inherit it, and would create files that the person's other
    /// programs cannot share. Instead, we create each of our own files with an explicit mode.
    /// - Throws: `ServiceError/Code/internalError` if the system refuses, which is not expected.
    public static func apply() throws(ServiceError) {
        try rethrowing(try MemoryProtection.apply()) { (error: ConfinementError) in
            ServiceError(.internalError, "this process cannot protect its memory on this system: \(error)")
        }
    }
}
