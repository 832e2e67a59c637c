import ExactJSON
import RouterBytes
import RouterConnections

/// One request of HTTP, with the time it may take.
public struct CourierRequest: Sendable, Equatable {
    /// The request.
    public var request: NetworkRequest
    /// Milliseconds for all of it.
    public var timeout: Int64

    /// Creates a request.
    public init(_ request: NetworkRequest, timeout: Int64) {
        self.request = request
        self.timeout = timeout
    }

    var json: JSON {
        .object([
            ("method", .string(request.method.rawValue)),
            ("url", .string(request.url)),
            ("headers", .array(request.headers.map(\.json))),
            ("body", .string(Base64.encode(request.body))),
            ("timeout", .number(timeout)),
            ("connectTimeout", .number(request.connectTimeout.milliseconds)),
            ("answerLimit", .number(Int64(request.answerLimit))),
            ("repeatable", .bool(request.isRepeatable)),
        ])
    }

    init(_ json: JSON) throws(MessageError) {
        let fields = try MessageFields(
            json,
            known: [
                "method", "url", "headers", "body", "timeout", "connectTimeout", "answerLimit", "repeatable",
            ])
        guard let method = NetworkRequest.Method(rawValue: try fields.text("method")) else {
            throw MessageError("method")
        }
        request = NetworkRequest(
            method, try fields.text("url"), headers: try fields.headers("headers"), body: try fields.bytes("body"),
            answerLimit: Int(clamping: try fields.integer("answerLimit")),
            connectTimeout: .milliseconds(try fields.integer("connectTimeout")),
            isRepeatable: try fields.truth("repeatable"))
        timeout = try fields.integer("timeout")
    }
}

extension NetworkAnswer {
    var json: JSON {
        .object([
            ("status", .number(Int64(status))), ("headers", .array(headers.map(\.json))),
            ("body", .string(Base64.encode(body))),
        ])
    }

    init(_ json: JSON) throws(MessageError) {
        let fields = try MessageFields(json, known: ["status", "headers", "body"])
        self.init(
            status: Int(clamping: try fields.integer("status")), headers: try fields.headers("headers"),
            body: try fields.bytes("body"))
    }
}

extension NetworkHeader {
    var json: JSON { .array([.string(name), .string(value)]) }
}

extension Duration {
    /// Whole milliseconds, rounded down.
    package var milliseconds: Int64 {
        let (seconds, attoseconds) = components
        return seconds.multipliedReportingOverflow(by: 1_000).overflow
            ? .max : seconds * 1_000 + attoseconds / 1_000_000_000_000_000
    }
}
