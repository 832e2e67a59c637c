/// Why a request has no answer.
public struct NetworkError: Error, Sendable, Equatable {
    /// The kinds of failure.
    public enum Code: String, Sendable, CaseIterable {
        /// The request is invalid: its URL, a header, or its size.
        case badRequest
        /// The person's network configuration is invalid: a proxy, an allowed network, a file.
        case badConfiguration
        /// Too many requests are in progress.
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
        /// The server's certificate differs from the known one: it was changed, or this is not the server.
        case certificateChanged
        /// The server redirects to a place that may not be followed.
        case redirectRefused
        /// The answer is not HTTP, or ended early.
        case brokenAnswer
        /// The file with the user name and password of the node cannot be read, or has no valid content.
        case credentialsUnreadable
        /// The program that opens the sockets does not start.
        case courierUnavailable
        /// The program that opens the sockets ended during the request.
        case courierEnded
        /// A bug in this program.
        case internalError
    }

    /// The kind.
    public let code: Code
    /// What is wrong, for the person.
    public let message: String
    /// What to do about it; nil if there is no specific advice.
    public let hint: String?
    /// Whether the server may have received the request. If so, a payment must not be repeated or replaced before
    /// asking the network about it (S6).
    public let mayHaveArrived: Bool

    public init(_ code: Code, _ message: String, hint: String? = nil, mayHaveArrived: Bool) {
        self.code = code
        self.message = message
        self.hint = hint
        self.mayHaveArrived = mayHaveArrived
    }

    /// ``message`` without its full stop, for the end of a longer sentence.
    package var reason: String { String(message.hasSuffix(".") ? message.dropLast() : message[...]) }

    /// The server certainly has not received the request.
    package static func unsent(_ code: Code, _ message: String, hint: String? = nil) -> NetworkError {
        NetworkError(code, message, hint: hint, mayHaveArrived: false)
    }

    /// Errors are equal if their code and consequence are: texts may change.
    public static func == (left: NetworkError, right: NetworkError) -> Bool {
        left.code == right.code && left.mayHaveArrived == right.mayHaveArrived
    }
}
