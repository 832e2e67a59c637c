import ExactJSON

/// One request of HTTP, with what it may cost.
public struct CourierRequest: Sendable, Equatable {
    /// The methods there are.
    public enum Method: String, Sendable, CaseIterable {
        case get = "GET"
        case post = "POST"
    }

    /// The method.
    public var method: Method
    /// An absolute `http` or `https` URL, in ASCII, without user, password or fragment.
    public var url: String
    /// Header fields, besides those that the courier writes itself.
    public var headers: [CourierHeader]
    /// The body of a POST.
    public var body: [UInt8]
    /// Milliseconds for all of it.
    public var timeout: Int64
    /// Milliseconds until the connection stands, TLS included.
    public var connectTimeout: Int64
    /// The most bytes of the answer's body.
    public var answerLimit: Int64
    /// Whether the server may see it twice without harm. Only then is an open connection used again, on which libcurl
    /// repeats a request that got no answer.
    public var isRepeatable: Bool

    /// A request as given.
    public init(
        _ method: Method, _ url: String, headers: [CourierHeader] = [], body: [UInt8] = [], timeout: Int64,
        connectTimeout: Int64, answerLimit: Int64, isRepeatable: Bool
    ) {
        self.method = method
        self.url = url
        self.headers = headers
        self.body = body
        self.timeout = timeout
        self.connectTimeout = connectTimeout
        self.answerLimit = answerLimit
        self.isRepeatable = isRepeatable
    }

    var json: JSON {
        .object([
            ("method", .string(method.rawValue)),
            ("url", .string(url)),
            ("headers", .array(headers.map(\.json))),
            ("body", .string(Base64.encode(body))),
            ("timeout", .number(timeout)),
            ("connectTimeout", .number(connectTimeout)),
            ("answerLimit", .number(answerLimit)),
            ("repeatable", .bool(isRepeatable)),
        ])
    }

    init(_ json: JSON) throws(MessageError) {
        let fields = try MessageFields(
            json,
            known: [
                "method", "url", "headers", "body", "timeout", "connectTimeout", "answerLimit", "repeatable",
            ])
        guard let method = Method(rawValue: try fields.text("method")) else { throw MessageError("method") }
        self.init(
            method, try fields.text("url"), headers: try fields.headers("headers"), body: try fields.bytes("body"),
            timeout: try fields.integer("timeout"), connectTimeout: try fields.integer("connectTimeout"),
            answerLimit: try fields.integer("answerLimit"), isRepeatable: try fields.truth("repeatable"))
    }
}
