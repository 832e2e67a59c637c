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
