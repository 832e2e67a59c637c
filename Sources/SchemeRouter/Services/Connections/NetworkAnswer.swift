/// What a server answered.
public struct NetworkAnswer: Sendable, Hashable {
    /// The status code, 200 and others.
    public let status: Int
    /// The header fields, names in lower case. Those that are no printable ASCII are missing.
    public let headers: [NetworkHeader]
    /// The body.
    public let body: [UInt8]

    /// An answer as given.
    public init(status: Int, headers: [NetworkHeader], body: [UInt8]) {
        self.status = status
        self.headers = headers
        self.body = body
    }

    /// The value of the first field of that name, given in lower case; nil where there is none.
    public subscript(header name: String) -> String? {
        headers.first { $0.name == name }?.value
    }
}
