import ExactJSON

/// One line to a courier: the number under which its answer comes, and what to do, named by a member.
public enum CourierCommand: Sendable, Equatable {
    /// Sends a request. One answer with the same number follows, whatever happens.
    case http(Int64, CourierRequest)
    /// Connects to a server that speaks in lines. ``CourierAnswer/connected(_:certificate:)`` follows, then its lines, and
    /// last, or at once, a failure.
    case connect(Int64, CourierServer)
    /// Sends bytes over a connection. One answer with the same number follows, whatever happens.
    case send(Int64, CourierSending)
    /// The client has done with lines of a connection of this weight (``CourierLimits/weight(ofLine:)``): so much more may
    /// be read.
    case take(Int64, weight: Int64)
    /// Ends what has this number, a request or a connection; its last answer is the failure
    /// ``CourierFailure/Code/cancelled``. Nothing where it has ended already.
    case cancel(Int64)

    /// The line that says it, with its line feed.
    public var line: [UInt8] {
        let (id, name, value): (Int64, String, JSON) =
            switch self {
            case .http(let id, let request): (id, "http", request.json)
            case .connect(let id, let server): (id, "connect", server.json)
            case .send(let id, let sending): (id, "send", sending.json)
            case .take(let id, let weight): (id, "take", .number(weight))
            case .cancel(let id): (id, "cancel", .bool(true))
            }
        return JSON.object([("id", .number(id)), (name, value)]).bytes + [0x0A]
    }

    /// Reads a line, without its line feed.
    public init(line json: JSON) throws(MessageError) {
        let kinds = ["http", "connect", "send", "take", "cancel"]
        let fields = try MessageFields(json, known: ["id"] + kinds)
        let id = try fields.integer("id")
        let said = kinds.filter { fields.optional($0) != nil }
        // What says two things may mean either.
        guard said.count == 1 else { throw MessageError("http") }
        switch said[0] {
        case "http": self = .http(id, try CourierRequest(try fields.value("http")))
        case "connect": self = .connect(id, try CourierServer(try fields.value("connect")))
        case "send": self = .send(id, try CourierSending(try fields.value("send")))
        case "take": self = .take(id, weight: try fields.integer("take"))
        default:
            guard try fields.truth("cancel") else { throw MessageError("cancel") }
            self = .cancel(id)
        }
    }
}
