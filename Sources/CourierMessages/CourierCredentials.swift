import ExactJSON

/// Name and password (RFC 7617) for one origin. They lie in a file, which is read again for each request: a node writes
/// a new cookie at each start.
public struct CourierCredentials: Sendable, Equatable {
    /// Scheme, host and port they are for, such as `http://127.0.0.1:9998`. They go nowhere else.
    public var origin: String
    /// The absolute path of the file.
    public var file: String
    /// The name, where the file holds only the password; nil where it holds both, as `name:password`.
    public var user: String?

    /// Credentials as given.
    public init(origin: String, file: String, user: String? = nil) {
        self.origin = origin
        self.file = file
        self.user = user
    }

    var json: JSON {
        .object([
            ("origin", .string(origin)), ("file", .string(file)), ("user", JSON(user)),
        ])
    }

    init(_ json: JSON) throws(MessageError) {
        let fields = try MessageFields(json, known: ["origin", "file", "user"])
        self.init(
            origin: try fields.text("origin"), file: try fields.text("file"), user: try fields.optionalText("user"))
    }
}
