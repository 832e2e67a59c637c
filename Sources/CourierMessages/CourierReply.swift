import ExactJSON

/// One line from a courier.
public enum CourierReply: Sendable, Equatable {
    /// It has started: the version of Landlock that keeps it from files, nil where the kernel has none.
    case ready(landlock: Int64?)
    /// It does not start, or a line was no command. Nothing follows.
    case refused(CourierFailure)
    /// The answer to a request.
    case answer(Int64, CourierAnswer)
    /// Why a request has no answer.
    case failure(Int64, CourierFailure)

    /// The line that says it, with its line feed.
    public var line: [UInt8] {
        let members: [(name: String, value: JSON)] =
            switch self {
            case .ready(let version):
                [("ready", .object([("landlock", version.map({ .number($0) }) ?? .null)]))]
            case .refused(let failure): [("refused", failure.json)]
            case .answer(let id, let answer): [("id", .number(id)), ("answer", answer.json)]
            case .failure(let id, let failure): [("id", .number(id)), ("error", failure.json)]
            }
        return JSON.object(members).bytes + [0x0A]
    }

    /// Reads a line, without its line feed.
    public init(line json: JSON) throws(MessageError) {
        let fields = try MessageFields(json, known: ["id", "ready", "refused", "answer", "error"])
        if let ready = fields.optional("ready") {
            let fields = try MessageFields(ready, known: ["landlock"])
            self = .ready(landlock: fields.optional("landlock") == nil ? nil : try fields.integer("landlock"))
        } else if let failure = fields.optional("refused") {
            self = .refused(try CourierFailure(failure))
        } else if let answer = fields.optional("answer") {
            self = .answer(try fields.integer("id"), try CourierAnswer(answer))
        } else {
            self = .failure(try fields.integer("id"), try CourierFailure(try fields.value("error")))
        }
    }
}
