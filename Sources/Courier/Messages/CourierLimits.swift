import ExactJSON

/// How much a courier takes and gives. Both sides hold each other to it.
public enum CourierLimits {
    /// The most bytes of a request's body, and of what is sent over a connection in one piece.
    public static let requestBody = 1 << 20
    /// The most bytes of an answer's body that a request may allow, and of a line that a connection may.
    public static let answerBody = 16 << 20
    /// The most requests under way.
    public static let requests = 16
    /// The most milliseconds of a request.
    public static let milliseconds: Int64 = 150_000

    /// The most connections that last.
    public static let connections = 8
    /// The weight of lines that a client may have before it, unread, of one connection. Then no more is read of it, and
    /// the server has to wait, except that the last line may be as long as the connection allows. So much and one line is
    /// what the courier, the pipe and the client hold together.
    public static let unreadLines = 1 << 20
    /// The most bytes that wait to be sent over one connection.
    public static let unsentBytes = 4 << 20
    /// What a line costs of ``unreadLines``: empty ones take memory, too.
    public static func weight(ofLine length: Int) -> Int { length + 128 }

    /// What a line to a courier may be.
    public static let command = JSONLimits(bytes: 2 << 20, depth: 6)
    /// What a line from a courier may be.
    public static let answer = JSONLimits(bytes: 24 << 20, depth: 6)
}
