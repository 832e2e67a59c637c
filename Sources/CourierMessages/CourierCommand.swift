import ExactJSON

/// One line to a courier: the number under which its answer comes, and what to do, named by a member. Lasting connections
/// will be more members of the same form.
public enum CourierCommand: Sendable, Equatable {
    /// Sends a request. One reply with the same number follows, whatever happens.
    case http(Int64, CourierRequest)
    /// Ends a request that is under way; its reply is the failure ``CourierFailure/Code/cancelled``. Nothing where it has
    /// ended already.
    case cancel(Int64)

    /// The line that says it, with its line feed.
    public var line: [UInt8] {
        let members: [(name: String, value: JSON)] =
            switch self {
            case .http(let id, let request): [("id", .number(id)), ("http", request.json)]
            case .cancel(let id): [("id", .number(id)), ("cancel", .bool(true))]
            }
        return JSON.object(members).bytes + [0x0A]
    }

    /// Reads a line, without its line feed.
    public init(line json: JSON) throws(MessageError) {
        let fields = try MessageFields(json, known: ["id", "http", "cancel"])
        let id = try fields.integer("id")
        switch (fields.optional("http"), fields.optional("cancel")) {
        case (let request?, nil): self = .http(id, try CourierRequest(request))
        case (nil, .bool(true)?): self = .cancel(id)
        default: throw MessageError("http")
        }
    }
}
