import Glibc
import RouterCCurl
import RouterConnections
import RouterLinux

/// The user name and password for one origin, in a file that is opened again for each request.
struct CredentialsFile {
    /// The longest file, in bytes.
    private static let maxLength = 1_024

    let origin: RequestURL
    let path: String
    let user: String?

    /// Sets the user name and password for the request of `handle`. The copy here is wiped.
    /// - Throws: ``RouterConnections/NetworkError/Code/credentialsUnreadable``.
    func apply(to handle: EasyHandle) throws(NetworkError) {
        let file = Linux.open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard file >= 0 else { throw unreadable(Linux.strerror(errno)) }
        defer { close(file) }
        guard Linux.fstat(file)?.kind == S_IFREG else {
            throw unreadable("it is not a regular file")
        }
        var text = [CChar](repeating: 0, count: Self.maxLength + 2)
        // Both calls receive the array's own memory, which has room for a zero after the longest text.
        defer { unsafe explicit_bzero(&text, text.count) }
        var length = unsafe read(file, &text, Self.maxLength + 1)
        guard length >= 0 else { throw unreadable(Linux.strerror(errno)) }
        guard length <= Self.maxLength else { throw unreadable("it is too long") }
        if length > 0, text[length - 1] == 0x0A {
            length -= 1
            text[length] = 0
        }
        guard length > 0, text[..<length].allSatisfy({ $0 >= 0x20 && $0 != 0x7F }) else {
            throw unreadable("it has no line of ASCII text")
        }
        let result: CURLcode
        if let user {
            _ = handle.set(CURLOPT_USERNAME, text: user)
            result = handle.set(CURLOPT_PASSWORD, secret: text)
        } else {
            guard text[..<length].contains(CChar(UInt8(ascii: ":"))) else {
                throw unreadable("it has no “name:password”")
            }
            result = handle.set(CURLOPT_USERPWD, secret: text)
        }
        guard result == CURLE_OK else { throw unreadable(result.reason) }
        _ = handle.set(CURLOPT_HTTPAUTH, curl_auth_basic)
    }

    private func unreadable(_ reason: String) -> NetworkError {
        .unsent(
            .credentialsUnreadable,
            "The file \(path) with the name and password for \(origin.host) cannot be used: \(reason).")
    }
}
