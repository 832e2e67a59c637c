import ExactJSON

/// What a server answered, whatever its status.
public struct CourierAnswer: Sendable, Equatable {
    /// The status code.
    public var status: Int64
    /// The header fields of printable ASCII, names in lower case.
    public var headers: [CourierHeader]
    /// The body.
    public var body: [UInt8]

    /// An answer as given.
    public init(status: Int64, headers: [CourierHeader], body: [UInt8]) {
        self.status = status
        self.headers = headers
        self.body = body
    }

    var json: JSON {
        .object([
            ("status", .number(status)),
            ("headers", .array(headers.map(\.json))),
            ("body", .string(Base64.encode(body))),
        ])
    }

    init(_ json: JSON) throws(MessageError) {
        let fields = try MessageFields(json, known: ["status", "headers", "body"])
        self.init(
            status: try fields.integer("status"), headers: try fields.headers("headers"),
            body: try fields.bytes("body"))
    }
}
