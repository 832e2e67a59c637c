/// Sends HTTP requests to the servers of the networks that the person configured (S7, S13).
///
/// The engine opens no sockets. On the desktop another program does, which holds no keys; a program that embeds the
/// engine provides its own client.
public protocol NetworkClient: Sendable {
    /// Sends a request and waits for its answer, whatever its status. Cancelling the task ends it.
    /// - Parameter deadline: when it must be finished. Several requests can share a deadline: before consent there are
    ///   five seconds for all of them (S13).
    func send(
        _ request: NetworkRequest, until deadline: ContinuousClock.Instant
    ) async throws(NetworkError) -> NetworkAnswer
}

/// One HTTP request.
public struct NetworkRequest: Sendable, Hashable {
    /// The supported methods.
    public enum Method: String, Sendable {
        case get = "GET"
        case post = "POST"
    }

    public var method: Method
    /// An absolute `http` or `https` URL in ASCII, without user, password or fragment.
    public var url: String
    /// Header fields in addition to those that HTTP itself needs.
    public var headers: [NetworkHeader]
    /// The body of a POST.
    public var body: [UInt8]
    /// The longest body, in bytes, that the answer may have.
    public var answerLimit: Int
    /// How long connecting may take, including TLS.
    public var connectTimeout: Duration
    /// Whether the server may receive it twice without harm. Such a request may reuse an open connection, and may be
    /// retried if the connection breaks.
    public var isRepeatable: Bool

    /// Reads from `url`.
    public static func get(_ url: String, headers: [NetworkHeader] = [], answerLimit: Int = 1 << 20) -> NetworkRequest {
        NetworkRequest(.get, url, headers: headers, body: [], answerLimit: answerLimit, isRepeatable: true)
    }

    /// Sends `body` to `url`.
    /// - Parameter isRepeatable: true for calls that only read, as many POST calls of nodes do.
    public static func post(
        _ url: String, headers: [NetworkHeader] = [], body: [UInt8], answerLimit: Int = 1 << 20,
        isRepeatable: Bool = false
    ) -> NetworkRequest {
        NetworkRequest(.post, url, headers: headers, body: body, answerLimit: answerLimit, isRepeatable: isRepeatable)
    }

    package init(
        _ method: Method, _ url: String, headers: [NetworkHeader] = [], body: [UInt8] = [], answerLimit: Int,
        connectTimeout: Duration = .seconds(10), isRepeatable: Bool
    ) {
        self.method = method
        self.url = url
        self.headers = headers
        self.body = body
        self.answerLimit = answerLimit
        self.connectTimeout = connectTimeout
        self.isRepeatable = isRepeatable
    }
}

/// One header field.
public struct NetworkHeader: Sendable, Hashable {
    public let name: String
    public let value: String

    public init(_ name: String, _ value: String) {
        self.name = name
        self.value = value
    }
}

/// A server's answer.
public struct NetworkAnswer: Sendable, Hashable {
    /// The status code, 200 and others.
    public let status: Int
    /// The header fields, names in lower case. Those that are not printable ASCII are omitted.
    public let headers: [NetworkHeader]
    public let body: [UInt8]

    public init(status: Int, headers: [NetworkHeader], body: [UInt8]) {
        self.status = status
        self.headers = headers
        self.body = body
    }

    /// The value of the first field with that name, given in lower case; nil if there is none.
    public subscript(header name: String) -> String? {
        headers.first { $0.name == name }?.value
    }
}
