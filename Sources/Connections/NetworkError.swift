/// Why a request has no answer.
public struct NetworkError: Error, Sendable, Equatable {
    /// The kinds of failure.
    public enum Code: String, Sendable, CaseIterable {
        /// The request is not one to send: its URL, a header, or its size.
        case badRequest
        /// What the person configured for the network is of no use: a proxy, an allowed network, a file.
        case badConfiguration
        /// Too many requests are under way.
        case busy
        /// The task was cancelled.
        case cancelled
        /// Time ran out.
        case timedOut
        /// The answer is larger than the request allows.
        case tooLarge
        /// The host is on a private network that the person has not allowed (S7).
        case refusedAddress
        /// The host's name has no address.
        case resolveFailed
        /// Cannot connect to the host.
        case connectFailed
        /// The proxy cannot be reached, or does not connect.
        case proxyFailed
        /// The host did not prove its identity, or does not support secure TLS.
        case tlsFailed
        /// The server shows another certificate than the one that is known of it: it was changed, or this is not the server.
        case certificateChanged
        /// The server sends elsewhere, to a place if it is not followed.
        case redirectRefused
        /// The answer is not HTTP, or ended early.
        case brokenAnswer
        /// The file with the name and password of the node cannot be read, or holds none.
        case credentialsUnreadable
        /// The program that opens the sockets does not start.
        case courierUnavailable
        /// The program that opens the sockets ended during the request.
        case courierEnded
        /// A mistake in this program.
        case internalError
    }

    /// The kind.
    public let code: Code
    /// What is wrong, for the person.
    public let message: String
    /// What to do about it; nil if nothing in particular helps.
    public let hint: String?
    /// Whether the server may have received the request. A payment for which this is true must not be repeated or
    /// replaced before the network was asked what became of it (S6).
    public let mayHaveArrived: Bool

    /// Creates an error.
    public init(_ code: Code, _ message: String, hint: String? = nil, mayHaveArrived: Bool) {
        self.code = code
        self.message = message
        self.hint = hint
        self.mayHaveArrived = mayHaveArrived
    }

    /// The server certainly has not received the request.
    package static func unsent(_ code: Code, _ message: String, hint: String? = nil) -> NetworkError {
        NetworkError(code, message, hint: hint, mayHaveArrived: false)
    }

    /// Errors are the same when code and consequence are: texts may improve freely.
    public static func == (left: NetworkError, right: NetworkError) -> Bool {
        left.code == right.code && left.mayHaveArrived == right.mayHaveArrived
    }
}
