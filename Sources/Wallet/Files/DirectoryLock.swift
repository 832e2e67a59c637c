import Glibc
import RouterLinux
import RouterStorage
import SchemeRouter

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
            hint: "Create one with “router wallet create” or “router wallet restore”.")
    }

    /// A file or folder of the wallet cannot be used, for the reason in `errno`.
    static func cannotOpen(_ path: String) -> ServiceError {
        ServiceError(.cannotWrite, "\(path) cannot be used: \(Linux.strerror(errno)).")
    }
}
