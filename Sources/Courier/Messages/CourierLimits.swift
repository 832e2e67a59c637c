import ExactJSON

/// How much a courier accepts and returns. Each side enforces the limits on the other.
public enum CourierLimits {
    /// The most bytes of a request's body, and of one send over a connection.
    public static let requestBody = 1 << 20
    /// The highest limit, in bytes, that a request may set for an answer's body, and a connection for a line.
    public static let answerBody = 16 << 20
    /// The most simultaneous requests.
    public static let requests = 16
    /// The longest timeout of a request, in milliseconds.
    public static let milliseconds: Int64 = 150_000

    /// The most lasting connections.
    public static let connections = 8
    /// The weight of lines of one connection that the client may have unread. Beyond it nothing more is read from the
    /// server, except that the last line may be as long as the connection allows. The courier, the pipe and the client
    /// together hold at most this and one line.
    public static let unreadLines = 1 << 20
    /// The most bytes that wait to be sent over one connection.
    public static let unsentBytes = 4 << 20
    /// A line's share of ``unreadLines``: empty lines take memory, too.
    public static func weight(ofLine length: Int) -> Int { length + 128 }

    /// The limits of a line to a courier.
    public static let command = JSONLimits(bytes: 2 << 20, depth: 6)
    /// The limits of a line from a courier.
    public static let answer = JSONLimits(bytes: 24 << 20, depth: 6)
}
