import ExactJSON
import RouterBytes
import RouterConnections

/// A server that is spoken with in lines, over one connection that lasts, with the time that connecting may take.
public struct CourierServer: Sendable, Equatable {
    /// Bytes of a SHA-256.
    public static let digestLength = 32

    /// The server.
    public var server: LineServer
    /// Milliseconds until the connection stands, TLS included.
    public var timeout: Int64

    /// Creates a server.
    public init(_ server: LineServer, timeout: Int64) {
        self.server = server
        self.timeout = timeout
    }

    var json: JSON {
        .object([
            ("host", .string(server.host)), ("port", .number(Int64(server.port))),
            ("proof", Self.proof(server.certificate)), ("timeout", .number(timeout)),
            ("lineLimit", .number(Int64(server.lineLimit))),
        ])
    }

    init(_ json: JSON) throws(MessageError) {
        let fields = try MessageFields(json, known: ["host", "port", "proof", "timeout", "lineLimit"])
        guard let port = UInt16(exactly: try fields.integer("port")) else { throw MessageError("port") }
        server = LineServer(
            host: try fields.text("host"), port: port, certificate: try Self.rule(try fields.text("proof")),
            lineLimit: Int(clamping: try fields.integer("lineLimit")))
        timeout = try fields.integer("timeout")
    }

    private static func proof(_ rule: CertificateRule?) -> JSON {
        switch rule {
        case nil: .string("none")
        case .authority: .string("authority")
        case .any: .string("any")
        case .pinned(let digest): .string(Base64.encode(digest))
        }
    }

    private static func rule(_ text: String) throws(MessageError) -> CertificateRule? {
        switch text {
        case "none": return nil
        case "authority": return .authority
        case "any": return .any
        default:
            guard let digest = Base64.decode(text.utf8), digest.count == digestLength else {
                throw MessageError("proof")
            }
            return .pinned(digest)
        }
    }
}

/// Bytes for a connection that stands.
public struct CourierSending: Sendable, Equatable {
    /// The number under which it was connected.
    public var connection: Int64
    /// What goes out, in one piece.
    public var bytes: [UInt8]
    /// Milliseconds until the system must have taken all of it. A connection that does not is closed: a part of a line
    /// may be on its way.
    public var timeout: Int64

    /// Creates bytes.
    public init(connection: Int64, bytes: [UInt8], timeout: Int64) {
        self.connection = connection
        self.bytes = bytes
        self.timeout = timeout
    }

    var json: JSON {
        .object([
            ("connection", .number(connection)), ("bytes", .string(Base64.encode(bytes))),
            ("timeout", .number(timeout)),
        ])
    }

    init(_ json: JSON) throws(MessageError) {
        let fields = try MessageFields(json, known: ["connection", "bytes", "timeout"])
        self.init(
            connection: try fields.integer("connection"), bytes: try fields.bytes("bytes"),
            timeout: try fields.integer("timeout"))
    }
}
