import Glibc

/// Delivers the link that another instance was started with to a waiting instance, through a datagram socket in a
/// directory of the person's session that no other user can enter.
final class CallbackInbox: Sendable {
    /// Why a link was not delivered, for the person.
    struct Problem: Error, CustomStringConvertible {
        let description: String
    }

    private let descriptor: Int32
    private let path: String

    /// Starts waiting for links of `scheme`. Only one instance per scheme can.
    init(scheme: String) throws(Problem) {
        path = try Self.path(of: scheme)
        descriptor = try Self.newSocket()
        if unsafe Self.call(bind, descriptor, path) != 0, errno == EADDRINUSE {
            // The socket of an instance that was killed refuses connections.
            let isDead = unsafe Self.call(connect, descriptor, path) != 0 && errno == ECONNREFUSED
            if isDead { unsafe unlink(path) }
            guard isDead, unsafe Self.call(bind, descriptor, path) == 0 else {
                throw Problem(description: "Another mykey-dapp waits for an answer to “\(scheme)”.")
            }
        }
    }

    deinit {
        unsafe unlink(path)
        close(descriptor)
    }

    /// Passes every link to `take` until the task is cancelled.
    func deliver(to take: (String) -> Void) async {
        var bytes = [UInt8](repeating: 0, count: 131_072)
        while !Task.isCancelled {
            let count = unsafe recv(descriptor, &bytes, bytes.count, Int32(MSG_DONTWAIT))
            if count > 0, let link = String(validating: bytes[..<count], as: UTF8.self) {
                take(link)
            } else {
                try? await Task.sleep(for: .milliseconds(20))
            }
        }
    }

    /// Delivers a link to the instance that waits for links of `scheme`.
    static func deliver(_ link: String, scheme: String) throws(Problem) {
        let path = try path(of: scheme)
        let descriptor = try newSocket()
        defer { close(descriptor) }
        let bytes = Array(link.utf8)
        guard unsafe call(connect, descriptor, path) == 0, unsafe send(descriptor, bytes, bytes.count, 0) == bytes.count
        else {
            throw Problem(description: "No mykey-dapp waits for an answer to “\(scheme)”.")
        }
    }

    /// The scheme of a link in lower case; nil if `text` is not a link.
    static func scheme(of text: String) -> String? {
        let scheme = text.prefix { $0 != ":" }.lowercased()
        let isScheme = scheme.utf8.allSatisfy {
            (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) || "+-.".utf8.contains($0)
        }
        return isScheme && !scheme.isEmpty && scheme.first != "-" && text.utf8.count > scheme.utf8.count ? scheme : nil
    }

    private static func path(of scheme: String) throws(Problem) -> String {
        guard let runtime = unsafe getenv("XDG_RUNTIME_DIR").flatMap({ unsafe String(validatingCString: $0) }),
            runtime.hasPrefix("/")
        else { throw Problem(description: "XDG_RUNTIME_DIR is not set: this is for a person's session.") }
        let directory = runtime + "/mykey-dapp"
        unsafe mkdir(directory, 0o700)
        var status = stat()
        guard unsafe lstat(directory, &status) == 0, status.st_mode & S_IFMT == S_IFDIR, status.st_uid == getuid(),
            status.st_mode & 0o077 == 0
        else { throw Problem(description: "\(directory) is not a directory that only you can enter.") }
        return "\(directory)/\(scheme)"
    }

    private static func newSocket() throws(Problem) -> Int32 {
        let descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { throw unsafe Problem(description: String(cString: strerror(errno))) }
        return descriptor
    }

    /// Calls `bind` or `connect`; -1 if it fails or the path is too long.
    private static func call(
        _ function: (Int32, UnsafePointer<sockaddr>?, socklen_t) -> Int32, _ descriptor: Int32, _ path: String
    ) -> Int32 {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let bytes = Array(path.utf8)
        guard bytes.count < MemoryLayout.size(ofValue: address.sun_path) else {
            errno = ENAMETOOLONG
            return -1
        }
        unsafe withUnsafeMutableBytes(of: &address.sun_path) { unsafe $0.copyBytes(from: bytes) }
        return unsafe withUnsafePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                unsafe function(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
    }
}
