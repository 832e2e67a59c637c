import ExactJSON

/// How much a courier takes and gives. Both sides hold each other to it.
public enum CourierLimits {
    /// The most bytes of a request's body.
    public static let requestBody = 1 << 20
    /// The most bytes of an answer's body that a request may allow.
    public static let answerBody = 16 << 20
    /// The most requests under way.
    public static let requests = 16
    /// The most milliseconds of a request.
    public static let milliseconds: Int64 = 150_000

    /// What a line to a courier may be.
    public static let command = JSONLimits(bytes: 2 << 20, depth: 6)
    /// What a line from a courier may be.
    public static let reply = JSONLimits(bytes: 24 << 20, depth: 6)
}
