import ExactJSON
import RouterBytes
import RouterConnections

/// One line to a courier: the number that its answer repeats, and the command, named by a member. A timeout is the
/// total time limit in milliseconds.
public enum CourierCommand: Sendable, Equatable {
    /// Sends a request. Exactly one answer with the same number follows.
    case http(Int64, NetworkRequest, timeout: Int64)
    /// Connects to a line-based server, over one lasting connection. ``CourierAnswer/connected(_:certificate:)``
    /// follows, then its lines, and last, or at once, a failure.
    case connect(Int64, LineServer, timeout: Int64)
    /// Sends bytes in one piece over the connection with another number. Exactly one answer with the same number
    /// follows. A connection whose data the system does not accept in time is closed: the server may have part of a
    /// line.
    case send(Int64, [UInt8], over: Int64, timeout: Int64)
    /// The client has consumed lines of a connection with this weight (``CourierLimits/weight(ofLine:)``), so that much
    /// more may be read.
    case take(Int64, weight: Int64)
    /// Ends the request or connection with this number; its last answer is the failure
    /// ``RouterConnections/NetworkError/Code/cancelled``. Ignored if it has already ended.
    case cancel(Int64)

    /// The encoded line, with its line feed.
    public var line: [UInt8] {
        let json =
            switch self {
            case .http(let id, let request, let timeout):
                JSON(["id": id, "http": request.json.adding(["timeout": timeout])])
            case .connect(let id, let server, let timeout):
                JSON(["id": id, "connect": server.json.adding(["timeout": timeout])])
            case .send(let id, let bytes, let connection, let timeout):
                JSON([
                    "id": id,
                    "send": JSON(["connection": connection, "bytes": Base64.encode(bytes), "timeout": timeout]),
                ])
            case .take(let id, let weight): JSON(["id": id, "take": weight])
            case .cancel(let id): JSON(["id": id, "cancel": true])
            }
        return json.bytes + [0x0A]
    }

    /// Reads a line, without its line feed.
    public init(line json: JSON) throws(MessageError) {
        let kinds = ["http", "connect", "send", "take", "cancel"]
        let fields = try MessageFields(json, known: ["id"] + kinds)
        let id = try fields.integer("id")
        let said = kinds.filter { fields.optional($0) != nil }
        // A message with two commands is ambiguous.
        guard said.count == 1 else { throw MessageError("http") }
        switch said[0] {
        case "http":
            let fields = try MessageFields(try fields.value("http"), known: NetworkRequest.known + ["timeout"])
            self = .http(id, try NetworkRequest(fields), timeout: try fields.integer("timeout"))
        case "connect":
            let fields = try MessageFields(try fields.value("connect"), known: LineServer.known + ["timeout"])
            self = .connect(id, try LineServer(fields), timeout: try fields.integer("timeout"))
        case "send":
            let fields = try MessageFields(try fields.value("send"), known: ["connection", "bytes", "timeout"])
            self = .send(
                id, try fields.bytes("bytes"), over: try fields.integer("connection"),
                timeout: try fields.integer("timeout"))
        case "take": self = .take(id, weight: try fields.integer("take"))
        default:
            guard try fields.truth("cancel") else { throw MessageError("cancel") }
            self = .cancel(id)
        }
    }
}

/// One line from a courier.
public enum CourierAnswer: Sendable, Equatable {
    /// It has started; with the version of Landlock that keeps it from files, nil if the kernel has none.
    case ready(landlock: Int64?)
    /// It does not start, or a line was not a command. Nothing follows.
    case refused(NetworkError)
    /// The answer to a request.
    case answer(Int64, NetworkAnswer)
    /// A connection is open; with the SHA-256 of the DER bytes of the server's certificate, nil without TLS.
    case connected(Int64, certificate: [UInt8]?)
    /// A line arrived over a connection, without its line feed.
    case line(Int64, [UInt8])
    /// The system has accepted all data of a send.
    case sent(Int64)
    /// Why a request has no answer, nothing was sent, or a connection was closed or could not be opened.
    case failure(Int64, NetworkError)

    /// The encoded line, with its line feed.
    public var line: [UInt8] {
        let json =
            switch self {
            case .ready(let version): JSON(["ready": JSON(["landlock": version])])
            case .refused(let failure): JSON(["refused": failure.json])
            case .answer(let id, let answer): JSON(["id": id, "answer": answer.json])
            case .connected(let id, let certificate):
                JSON(["id": id, "connected": JSON(["certificate": certificate.map(Base64.encode)])])
            case .line(let id, let line): JSON(["id": id, "line": Base64.encode(line)])
            case .sent(let id): JSON(["id": id, "sent": true])
            case .failure(let id, let failure): JSON(["id": id, "error": failure.json])
            }
        return json.bytes + [0x0A]
    }

    /// Reads a line, without its line feed.
    public init(line json: JSON) throws(MessageError) {
        let fields = try MessageFields(
            json, known: ["id", "ready", "refused", "answer", "connected", "line", "sent", "error"])
        if let ready = fields.optional("ready") {
            let fields = try MessageFields(ready, known: ["landlock"])
            self = .ready(landlock: try fields.optional("landlock", fields.integer))
        } else if let failure = fields.optional("refused") {
            self = .refused(try NetworkError(failure))
        } else {
            try self.init(fields, of: try fields.integer("id"))
        }
    }

    private init(_ fields: MessageFields, of id: Int64) throws(MessageError) {
        if let answer = fields.optional("answer") {
            self = .answer(id, try NetworkAnswer(answer))
        } else if let connected = fields.optional("connected") {
            let fields = try MessageFields(connected, known: ["certificate"])
            self = .connected(id, certificate: try fields.optional("certificate", fields.bytes))
        } else if fields.optional("line") != nil {
            self = .line(id, try fields.bytes("line"))
        } else if fields.optional("sent") != nil {
            guard try fields.truth("sent") else { throw MessageError("sent") }
            self = .sent(id)
        } else {
            self = .failure(id, try NetworkError(try fields.value("error")))
        }
    }
}

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

/// User name and password (RFC 7617, or RFC 7616) for one origin. They are in a file that is read again for each request: a node
/// writes a new cookie at each start.
public struct CourierCredentials: Sendable, Equatable {
    /// The only scheme, host and port that receive them, such as `http://127.0.0.1:9998`.
    public var origin: String
    /// The absolute path of the file.
    public var file: String
    /// The user name if the file holds only the password; nil if it holds both, as `name:password`.
    public var user: String?
    /// Whether they are used only for an answer to a challenge (RFC 7616), and a server that sends none receives no request.
    public var isDigest: Bool

    public init(origin: String, file: String, user: String? = nil, isDigest: Bool = false) {
        self.origin = origin
        self.file = file
        self.user = user
        self.isDigest = isDigest
    }

    var json: JSON { JSON(["origin": origin, "file": file, "user": user, "digest": isDigest]) }

    init(_ json: JSON) throws(MessageError) {
        let fields = try MessageFields(json, known: ["origin", "file", "user", "digest"])
        self.init(
            origin: try fields.text("origin"), file: try fields.text("file"),
            user: try fields.optional("user", fields.text), isDigest: try fields.truth("digest"))
    }
}

/// A Unix socket of a server on this computer. All connections to its origin use the socket, and no others do.
public struct CourierSocket: Sendable, Equatable {
    /// Its alias: scheme, host and port, such as `http://localhost`; for lines the scheme is `http` as well. The alias
    /// is never resolved.
    public var origin: String
    /// The absolute path of the socket.
    public var path: String

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

/// How much a courier accepts and returns. Each side enforces the limits on the other.
public enum CourierLimits {
    /// The most bytes of a request's body, and of one send over a connection.
    public static let requestBody = 1 << 20
    /// The highest limit, in bytes, that a request may set for an answer's body, and a connection for a line.
    public static let answerBody = 16 << 20
    /// The most simultaneous requests.
    public static let requests = 16
    /// The longest timeout of a request, in milliseconds.
    public static let milliseconds: Int64 = 150_000

    /// The most lasting connections.
    public static let connections = 8
    /// The weight of lines of one connection that the client may have unread. Beyond it nothing more is read from the
    /// server, except that the last line may be as long as the connection allows. The courier, the pipe and the client
    /// together hold at most this and one line.
    public static let unreadLines = 1 << 20
    /// The most bytes that wait to be sent over one connection.
    public static let unsentBytes = 4 << 20
    /// A line's share of ``unreadLines``: empty lines take memory, too.
    public static func weight(ofLine length: Int) -> Int { length + 128 }

    /// The limits of a line to a courier.
    public static let command = JSONLimits(bytes: 2 << 20, depth: 6)
    /// The limits of a line from a courier.
    public static let answer = JSONLimits(bytes: 24 << 20, depth: 6)
}
