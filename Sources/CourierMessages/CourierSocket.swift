import ExactJSON

/// A Unix socket on which a server of this computer answers. All that is for one origin goes there, and nothing else does.
public struct CourierSocket: Sendable, Equatable {
    /// Scheme, host and port that stand for it, such as `http://localhost`; for lines the scheme is `http` as well. Nobody
    /// else is asked about them.
    public var origin: String
    /// The absolute path of the socket.
    public var path: String

    /// A socket as given.
    public init(origin: String, path: String) {
        self.origin = origin
        self.path = path
    }

    var json: JSON { .object([("origin", .string(origin)), ("path", .string(path))]) }

    init(_ json: JSON) throws(MessageError) {
        let fields = try MessageFields(json, known: ["origin", "path"])
        self.init(origin: try fields.text("origin"), path: try fields.text("path"))
    }
}
