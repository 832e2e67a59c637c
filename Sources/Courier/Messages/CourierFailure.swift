import ExactJSON

/// Why there is no answer.
public struct CourierFailure: Error, Sendable, Equatable {
    /// The kinds of failure.
    public enum Code: String, Sendable, CaseIterable {
        /// The request is not one to send: its URL, a header, or its size.
        case badRequest
        /// The configuration is wrong, or of another version.
        case badConfiguration
        /// Too many requests are under way.
        case busy
        /// The client said so.
        case cancelled
        /// Time ran out.
        case timedOut
        /// The answer is larger than the request allows.
        case tooLarge
        /// The host lies in a network that is not public, and that the person has not allowed.
        case refusedAddress
        /// The name has no address.
        case resolveFailed
        /// There is no connection.
        case connectFailed
        /// The proxy is not there, or does not connect.
        case proxyFailed
        /// The server did not prove who it is, or speaks no TLS that is safe.
        case tlsFailed
        /// The server shows another certificate than the one that is known of it.
        case certificateChanged
        /// The server sends elsewhere.
        case redirectRefused
        /// The answer is not HTTP, or ended early.
        case brokenAnswer
        /// The file with the name and password cannot be read, or holds none.
        case credentialsUnreadable
        /// A mistake in this program.
        case internalError
    }

    /// Whether the server may have got the request. What moves money must not be repeated where it may have.
    public enum Sent: String, Sendable {
        case no
        case maybe
    }

    /// The kind.
    public var code: Code
    /// What is wrong, for a person.
    public var message: String
    /// Whether the server may have got it.
    public var sent: Sent

    /// Creates a failure.
    public init(_ code: Code, _ message: String, sent: Sent) {
        self.code = code
        self.message = message
        self.sent = sent
    }

    var json: JSON {
        .object([
            ("code", .string(code.rawValue)), ("message", .string(message)),
            ("sent", .string(sent.rawValue)),
        ])
    }

    init(_ json: JSON) throws(MessageError) {
        let fields = try MessageFields(json, known: ["code", "message", "sent"])
        guard let code = Code(rawValue: try fields.text("code")) else { throw MessageError("code") }
        guard let sent = Sent(rawValue: try fields.text("sent")) else { throw MessageError("sent") }
        self.init(code, try fields.text("message"), sent: sent)
    }
}
