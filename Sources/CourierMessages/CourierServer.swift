import ExactJSON

/// A server that is spoken with in lines, over one connection that lasts.
public struct CourierServer: Sendable, Equatable {
    /// Its name or address, without brackets.
    public var host: String
    /// Its port.
    public var port: Int64
    /// How it proves who it is.
    public var proof: CourierProof
    /// Milliseconds until the connection stands, TLS included.
    public var timeout: Int64
    /// The most bytes of a line that comes from it, without its line feed.
    public var lineLimit: Int64

    /// A server as given.
    public init(host: String, port: Int64, proof: CourierProof, timeout: Int64, lineLimit: Int64) {
        self.host = host
        self.port = port
        self.proof = proof
        self.timeout = timeout
        self.lineLimit = lineLimit
    }

    var json: JSON {
        .object([
            ("host", .string(host)), ("port", .number(port)), ("proof", proof.json), ("timeout", .number(timeout)),
            ("lineLimit", .number(lineLimit)),
        ])
    }

    init(_ json: JSON) throws(MessageError) {
        let fields = try MessageFields(json, known: ["host", "port", "proof", "timeout", "lineLimit"])
        self.init(
            host: try fields.text("host"), port: try fields.integer("port"),
            proof: try CourierProof(try fields.text("proof")), timeout: try fields.integer("timeout"),
            lineLimit: try fields.integer("lineLimit"))
    }
}
