import Glibc
import RouterLinux
import RouterSecrets
import SchemeRouter

/// Reads a secret from a file or standard input, straight into guarded memory (S8).
enum SecretFile {
    /// The bytes of the file; `-` is standard input.
    static func read(_ path: String, limit: Int) throws -> Secret {
        let descriptor = path == "-" ? STDIN_FILENO : Linux.open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else {
            let reason = Linux.strerror(errno)
            // Never repeats what may be the words themselves, however they are separated.
            throw UsageError(
                "The file after “--words” cannot be read: \(reason).",
                hint: "“--words” takes the name of a file, or “-” for standard input. \(UsageError.secretsInHistory)")
        }
        defer { if descriptor != STDIN_FILENO { close(descriptor) } }
        var isTooLong = false
        let secret = Secret(capacity: limit + 1) { memory in
            var length = 0
            while length < memory.count {
                let count = Linux.read(descriptor, into: &memory, from: length)
                if count < 0 && errno == EINTR { continue }
                guard count > 0 else { break }
                length += count
            }
            isTooLong = length > limit
            return length
        }
        guard !isTooLong else {
            throw UsageError("The file after “--words” is too long to contain the words of a wallet.")
        }
        return secret
    }
}
