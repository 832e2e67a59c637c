import Glibc
import RouterSecrets
import SchemeRouter

/// Reads a passcode from a file that only its owner can read, straight into guarded memory (S8).
enum PasscodeFile {
    private static let longest = 1_024

    /// Where systemd puts the credentials of this process; nil if it has none.
    private static var credentials: String? {
        unsafe getenv("CREDENTIALS_DIRECTORY").map { unsafe String(cString: $0) }
    }

    /// The first line of the file. Throws if it cannot be read, or others can read it.
    /// - Parameter credentials: the directory of systemd's credentials; nil if there is none.
    static func read(_ path: String, credentials: String? = PasscodeFile.credentials) throws(ServiceError) -> Secret {
        let file = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY)
        guard file >= 0 else { throw failure(path, unsafe String(cString: strerror(errno))) }
        defer { close(file) }
        var status = stat()
        guard unsafe fstat(file, &status) == 0 else { throw failure(path, unsafe String(cString: strerror(errno))) }
        // systemd lets the user of the unit read its credentials by an entry of an access list, which shows as a permission of
        // the group that the group does not have (systemd 257, write_credential).
        let isCredential = status.st_uid == 0 && credentials.map { path.hasPrefix("\($0)/") } == true
        let others: mode_t = isCredential ? 0o037 : 0o077
        guard status.st_mode & S_IFMT == S_IFREG, status.st_mode & others == 0 else {
            throw failure(path, "it must be a file that only its owner can read (mode 0600)")
        }
        // A file that fills the memory is too long.
        var isWhole = true
        let passcode = Secret(capacity: longest) { memory in
            var count = 0
            unsafe memory.withUnsafeMutableBytes { bytes in
                while count < bytes.count {
                    let more = unsafe Glibc.read(file, bytes.baseAddress?.advanced(by: count), bytes.count - count)
                    guard more > 0 else { break }
                    count += more
                }
                isWhole = count < bytes.count
                if let end = unsafe bytes[..<count].firstIndex(of: UInt8(ascii: "\n")) { count = end }
            }
            return count
        }
        guard isWhole, passcode.count > 0 else { throw failure(path, "it has no passcode, or more than one") }
        return passcode
    }

    private static func failure(_ path: String, _ why: String) -> ServiceError {
        ServiceError(.badConfiguration, "The passcode cannot be read from \(path): \(why).")
    }
}
