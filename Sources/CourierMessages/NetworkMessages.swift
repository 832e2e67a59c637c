import ExactJSON
import RouterBytes
import RouterConnections

// The encoding of the engine's network requests and their answers.

extension NetworkRequest {
    static let known = ["method", "url", "headers", "body", "connectTimeout", "answerLimit", "repeatable"]

    var json: JSON {
        JSON([
            "method": method.rawValue, "url": url, "headers": headers.map(\.json), "body": Base64.encode(body),
            "connectTimeout": connectTimeout.milliseconds, "answerLimit": answerLimit, "repeatable": isRepeatable,
        ])
    }

    init(_ fields: MessageFields) throws(MessageError) {
        guard let method = Method(rawValue: try fields.text("method")) else { throw MessageError("method") }
        self.init(
            method, try fields.text("url"), headers: try fields.list("headers", NetworkHeader.init),
            body: try fields.bytes("body"), answerLimit: Int(clamping: try fields.integer("answerLimit")),
            connectTimeout: .milliseconds(try fields.integer("connectTimeout")),
            isRepeatable: try fields.truth("repeatable"))
    }
}

extension NetworkAnswer {
    var json: JSON { JSON(["status": status, "headers": headers.map(\.json), "body": Base64.encode(body)]) }

    init(_ json: JSON) throws(MessageError) {
        let fields = try MessageFields(json, known: ["status", "headers", "body"])
        self.init(
            status: Int(clamping: try fields.integer("status")),
            headers: try fields.list("headers", NetworkHeader.init), body: try fields.bytes("body"))
    }
}

extension NetworkHeader {
    var json: JSON { [name, value].jsonValue }

    init?(_ json: JSON) {
        guard let pair = json.elements, pair.count == 2, let name = pair[0].string, let value = pair[1].string else {
            return nil
        }
        self.init(name, value)
    }
}

extension NetworkError {
    var json: JSON {
        JSON(["code": code.rawValue, "message": message, "hint": hint, "sent": mayHaveArrived ? "maybe" : "no"])
    }

    init(_ json: JSON) throws(MessageError) {
        let fields = try MessageFields(json, known: ["code", "message", "hint", "sent"])
        // These codes come only from the client, about a courier that is gone.
        guard let code = Code(rawValue: try fields.text("code")), code != .courierUnavailable, code != .courierEnded
        else { throw MessageError("code") }
        let sent = try fields.text("sent")
        guard ["maybe", "no"].contains(sent) else { throw MessageError("sent") }
        let hint = try fields.optional("hint", fields.text)
        self.init(code, try fields.text("message"), hint: hint, mayHaveArrived: sent == "maybe")
    }
}

extension LineServer {
    /// Bytes of a SHA-256.
    package static let digestLength = 32
    static let known = ["host", "port", "proof", "lineLimit"]

    var json: JSON {
        let proof =
            switch certificate {
            case nil: "none"
            case .authority: "authority"
            case .any: "any"
            case .pinned(let digest): Base64.encode(digest)
            }
        return JSON(["host": host, "port": port, "proof": proof, "lineLimit": lineLimit])
    }

    init(_ fields: MessageFields) throws(MessageError) {
        guard let port = UInt16(exactly: try fields.integer("port")), port > 0 else { throw MessageError("port") }
        self.init(
            host: try fields.text("host"), port: port, certificate: try Self.rule(try fields.text("proof")),
            lineLimit: Int(clamping: try fields.integer("lineLimit")))
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

extension Duration {
    /// Whole milliseconds, rounded down.
    package var milliseconds: Int64 {
        let (seconds, attoseconds) = components
        return seconds.multipliedReportingOverflow(by: 1_000).overflow
            ? .max : seconds * 1_000 + attoseconds / 1_000_000_000_000_000
    }
}
