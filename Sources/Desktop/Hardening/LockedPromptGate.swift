import SchemeRouter

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
