import ExactJSON

/// What a courier may reach and how: the first line it reads, which is final. One courier serves one coin's network.
///
/// All of it comes from the person's own configuration (S7); no request can extend it.
public struct CourierConfiguration: Sendable, Equatable {
    /// The version of the messages. A courier refuses to start if its version differs from its client's.
    public static let version: Int64 = 1

    /// The proxy for all connections: `http://`, `https://` or `socks5h://`, host and port. With `socks5h` the proxy
    /// resolves names. Nil connects directly.
    public var proxy: String?
    /// The user name for a `socks5h` proxy; nil for none. Tor gives each user name its own circuits, so that the
    /// destinations cannot see that one person uses two coins.
    public var proxyUser: String?
    /// Networks that may be reached although they are not public, such as `127.0.0.1/32` or `fd00::/8`.
    public var allowedNetworks: [String]
    /// Hosts, by the name or address in the URL, that may be on a private network.
    public var allowedHosts: [String]
    /// The absolute path of a file of certificates (PEM) that are trusted instead of the system's.
    public var authorities: String?
    /// The name and password for the person's own node.
    public var credentials: CourierCredentials?
    /// The sockets of servers on this computer.
    public var sockets: [CourierSocket]

    /// Creates a configuration; without arguments, all public addresses may be reached, and nothing else.
    public init(
        proxy: String? = nil, proxyUser: String? = nil, allowedNetworks: [String] = [], allowedHosts: [String] = [],
        authorities: String? = nil, credentials: CourierCredentials? = nil, sockets: [CourierSocket] = []
    ) {
        self.proxy = proxy
        self.proxyUser = proxyUser
        self.allowedNetworks = allowedNetworks
        self.allowedHosts = allowedHosts
        self.authorities = authorities
        self.credentials = credentials
        self.sockets = sockets
    }

    /// The encoded configuration.
    public var json: JSON {
        JSON([
            "version": Self.version, "proxy": proxy, "proxyUser": proxyUser, "allowedNetworks": allowedNetworks,
            "allowedHosts": allowedHosts, "authorities": authorities, "credentials": credentials?.json,
            "sockets": sockets.map(\.json),
        ])
    }

    /// Reads what ``json`` writes.
    public init(_ json: JSON) throws(MessageError) {
        let fields = try MessageFields(
            json,
            known: [
                "version", "proxy", "proxyUser", "allowedNetworks", "allowedHosts", "authorities", "credentials",
                "sockets",
            ])
        guard try fields.integer("version") == Self.version else { throw MessageError("version") }
        self.init(
            proxy: try fields.optional("proxy", fields.text), proxyUser: try fields.optional("proxyUser", fields.text),
            allowedNetworks: try fields.list("allowedNetworks", \.string),
            allowedHosts: try fields.list("allowedHosts", \.string),
            authorities: try fields.optional("authorities", fields.text),
            credentials: try fields.optional("credentials").map(CourierCredentials.init),
            sockets: try fields.list("sockets") { try? CourierSocket($0) })
    }
}

/// User name and password (RFC 7617) for one origin. They are in a file that is read again for each request: a node
/// writes a new cookie at each start.
public struct CourierCredentials: Sendable, Equatable {
    /// The only scheme, host and port that receive them, such as `http://127.0.0.1:9998`.
    public var origin: String
    /// The absolute path of the file.
    public var file: String
    /// The user name if the file holds only the password; nil if it holds both, as `name:password`.
    public var user: String?

    /// Creates credentials.
    public init(origin: String, file: String, user: String? = nil) {
        self.origin = origin
        self.file = file
        self.user = user
    }

    var json: JSON { JSON(["origin": origin, "file": file, "user": user]) }

    init(_ json: JSON) throws(MessageError) {
        let fields = try MessageFields(json, known: ["origin", "file", "user"])
        self.init(
            origin: try fields.text("origin"), file: try fields.text("file"),
            user: try fields.optional("user", fields.text))
    }
}

/// A Unix socket of a server on this computer. All connections to its origin use the socket, and no others do.
public struct CourierSocket: Sendable, Equatable {
    /// Its alias: scheme, host and port, such as `http://localhost`; for lines the scheme is `http` as well. The alias
    /// is never resolved.
    public var origin: String
    /// The absolute path of the socket.
    public var path: String

    /// Creates a socket.
    public init(origin: String, path: String) {
        self.origin = origin
        self.path = path
    }

    var json: JSON { JSON(["origin": origin, "path": path]) }

    init(_ json: JSON) throws(MessageError) {
        let fields = try MessageFields(json, known: ["origin", "path"])
        self.init(origin: try fields.text("origin"), path: try fields.text("path"))
    }
}
