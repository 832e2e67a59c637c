import ExactJSON
import RouterBytes
import RouterConnections

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
