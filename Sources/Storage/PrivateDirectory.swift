import Glibc
import SchemeRouter

/// Directories and files that nobody else may read.
public enum PrivateDirectory {
    /// Makes `path` and what is missing above it, readable by its owner only.
    public static func create(_ path: String) throws(ServiceError) {
        var made = ""
        for part in path.split(separator: "/", omittingEmptySubsequences: true) {
            made += "/" + part
            guard mkdir(made, 0o700) != 0, errno != EEXIST else { continue }
            // Directories above ours may be ones we cannot write to and need not.
            if access(made, F_OK) != 0 { throw .cannotWrite(made) }
        }
    }

    /// Makes an empty file that only its owner may read, unless there is one. Symbolic links are not followed.
    static func createFile(_ path: String) throws(ServiceError) {
        let descriptor = open(path, O_CREAT | O_RDWR | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw .cannotWrite(path) }
        close(descriptor)
    }
}

extension ServiceError {
    /// What the system says about a file that cannot be written.
    static func cannotWrite(_ path: String) -> ServiceError {
        ServiceError(
            .cannotWrite, "\(path) cannot be written: \(String(cString: strerror(errno))).",
            hint: "Nothing was lost. Make room or give yourself the right to write there.")
    }
}
