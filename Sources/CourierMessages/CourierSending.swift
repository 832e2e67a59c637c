import ExactJSON

/// Bytes for a connection that stands.
public struct CourierSending: Sendable, Equatable {
    /// The number under which it was connected.
    public var connection: Int64
    /// What goes out, in one piece.
    public var bytes: [UInt8]
    /// Milliseconds until the system must have taken all of it. A connection that does not is closed: a part of a line
    /// may be on its way.
    public var timeout: Int64

    /// Bytes as given.
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
