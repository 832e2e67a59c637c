import ExactJSON

/// A Unix socket on which a node speaks HTTP. All requests to one origin go there, and no other request does.
public struct CourierSocket: Sendable, Equatable {
    /// Scheme, host and port that stand for it, such as `http://localhost`. Nobody else is asked about them.
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
