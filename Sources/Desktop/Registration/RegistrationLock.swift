import Glibc
import RouterLinux
import RouterProcesses
import SchemeRouter

/// The right to change the registration, held by one process at a time. It ends with its holder, however that ends.
enum RegistrationLock {
    /// Runs `body` while this process holds the lock on `directory`, which exists.
    /// - Throws: `ServiceError/Code/busy` if another process holds it.
    static func holding<Value>(
        _ directory: String, _ body: () throws(ServiceError) -> Value
    ) throws(ServiceError) -> Value {
        let number = Linux.open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard number >= 0 else {
            throw ServiceError(.cannotWrite, "\(VisibleText.of(directory)) cannot be opened: \(SystemError.last).")
        }
        defer { close(number) }
        guard flock(number, LOCK_EX | LOCK_NB) == 0 else {
            throw ServiceError(.busy, "Another “router register” or “router unregister” is running.")
        }
        // Closing is not enough: a child that another thread is just starting shares the lock until it closes its copy.
        defer { flock(number, LOCK_UN) }
        return try body()
    }
}
