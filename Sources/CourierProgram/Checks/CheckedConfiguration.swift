import Glibc
import RouterCCurl
import RouterConnections
import RouterCourierMessages
import RouterLinux

/// The validated configuration, with every part parsed.
struct CheckedConfiguration {
    let policy: AddressPolicy
    let proxy: RequestURL?
    /// Only for a SOCKS proxy: others would receive it as an HTTP password.
    let proxyUser: String?
    let authorities: String?
    let credentials: CredentialsFile?
    private let sockets: [(origin: RequestURL, path: String)]

    /// Validates the client's configuration.
    /// - Throws: ``RouterConnections/NetworkError/Code/badConfiguration``.
    init(_ configuration: CourierConfiguration) throws(NetworkError) {
        var networks: [AddressRange] = []
        for text in configuration.allowedNetworks {
            guard let range = AddressRange(text) else {
                throw .unsent(.badConfiguration, "“\(text.visibleASCII)” is not a network.")
            }
            networks.append(range)
        }
        policy = AddressPolicy(networks: networks, hosts: configuration.allowedHosts.map { $0.lowercased() })
        proxy = try configuration.proxy.map { (text) throws(NetworkError) in
            try Self.origin(text, schemes: ["http", "https", "socks5h"])
        }
        proxyUser = proxy?.scheme == "socks5h" ? configuration.proxyUser : nil
        guard proxyUser.map({ (1...255).contains($0.utf8.count) && !$0.utf8.contains(0) }) ?? true else {
            throw .unsent(.badConfiguration, "The user name for the proxy must have 1 to 255 bytes.")
        }
        authorities = configuration.authorities
        credentials = try configuration.credentials.map { (given) throws(NetworkError) in
            guard given.user?.utf8.contains(UInt8(ascii: ":")) != true else {
                throw .unsent(.badConfiguration, "The user's name has a colon.")
            }
            return CredentialsFile(
                origin: try Self.origin(given.origin), path: given.file, user: given.user, isDigest: given.isDigest)
        }
        sockets = try configuration.sockets.map { (given) throws(NetworkError) in
            // A socket address has room for this much, with a terminating zero.
            guard given.path.utf8.count < 108 else {
                throw .unsent(.badConfiguration, "“\(given.path.visibleASCII)” is too long for a socket.")
            }
            return (try Self.origin(given.origin, schemes: ["http"]), given.path)
        }
        for path in [authorities, credentials?.path].compactMap(\.self) + sockets.map(\.path) {
            guard path.isAbsolutePath, !path.utf8.contains(0) else {
                throw .unsent(.badConfiguration, "“\(path.visibleASCII)” is not an absolute path.")
            }
        }
    }

    /// Whether names are resolved here. A proxy resolves them all itself, and nobody else may see them; only the
    /// proxy's own name, if it has one, is resolved here.
    var resolvesNames: Bool {
        guard let proxy else { return true }
        return IPAddress(proxy.host) == nil && proxy.host != "localhost"
    }

    var usesSockets: Bool { !sockets.isEmpty }

    /// All files that may be read once the courier runs.
    var readable: [String] {
        NetworkFiles.paths(resolving: resolvesNames) + [authorities, credentials?.path].compactMap(\.self)
    }

    /// The person's socket for the origin of `url`; nil if there is none.
    func socket(of url: RequestURL) -> String? { sockets.first { $0.origin.hasOrigin(of: url) }?.path }

    /// The proxy for `url`; nil if there is none.
    func proxy(to url: RequestURL) -> RequestURL? { socket(of: url) == nil ? proxy : nil }

    /// Checks a host by its name alone.
    func checkHost(of url: RequestURL) throws(NetworkError) {
        guard socket(of: url) == nil else { return }
        // RFC 7686: resolving such a name any other way reveals the destination.
        if url.host.hasSuffix(".onion"), proxy?.scheme != "socks5h" {
            throw .unsent(
                .resolveFailed,
                "\(url.host) can be reached only through Tor: set Tor's proxy in config.yaml, such as socks5h://127.0.0.1:9050."
            )
        }
        guard proxy != nil, let objection = policy.objection(toProxied: url.host) else { return }
        throw .unsent(.refusedAddress, objection)
    }

    private static func origin(
        _ text: String, schemes: [String] = ["http", "https"]
    ) throws(NetworkError) -> RequestURL {
        let url = try rethrowing(try RequestURL(text, schemes: schemes)) { (error: NetworkError) in
            NetworkError.unsent(.badConfiguration, "\(text.visibleASCII): \(error.message)")
        }
        guard url.isOrigin else {
            throw .unsent(.badConfiguration, "\(text.visibleASCII) has more than a scheme, host and port.")
        }
        return url
    }
}

/// The user name and password for one origin, in a file that is opened again for each request.
struct CredentialsFile {
    /// The longest file, in bytes.
    private static let maxLength = 1_024

    let origin: RequestURL
    let path: String
    let user: String?
    /// Whether libcurl first asks for a challenge, with an empty request (RFC 7616).
    let isDigest: Bool

    /// Sets the user name and password for the request of `handle`. The copy here is wiped.
    /// - Throws: ``RouterConnections/NetworkError/Code/credentialsUnreadable``.
    func apply(to handle: EasyHandle) throws(NetworkError) {
        let file = Linux.open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard file >= 0 else {
            let error = errno
            throw unreadable(Linux.strerror(error), hint: Self.advice(error, isCookie: user == nil))
        }
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
        _ = handle.set(CURLOPT_HTTPAUTH, isDigest ? curl_auth_digest : curl_auth_basic)
    }

    private func unreadable(_ reason: String, hint: String? = nil) -> NetworkError {
        .unsent(
            .credentialsUnreadable,
            "The file \(path) with the name and password for \(origin.host) cannot be used: \(reason).", hint: hint)
    }

    /// What to do about a file that cannot be opened; nil if the reason says it all.
    static func advice(_ error: Int32, isCookie: Bool) -> String? {
        switch error {
        // The file, or a directory on the way to it, belongs to another user, such as that of a system service.
        case EACCES:
            isCookie
                ? "Start the node with rpccookieperms=group and join its group, or use “user” and “password-file”."
                : "Let the user who runs this program read it."
        case ENOENT where isCookie: "The node writes it when it starts. Is the node running, on this network?"
        default: nil
        }
    }
}
