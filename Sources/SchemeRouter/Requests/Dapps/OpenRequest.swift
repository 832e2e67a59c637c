/// A link that opens something and asks for nothing.
public struct OpenRequest: Sendable, Hashable {
    /// What every request says.
    public let header: RequestHeader
    /// The page of a dapp; nil for the wallet itself.
    public let page: ServerAddress?

    /// Creates a request.
    public init(header: RequestHeader, page: ServerAddress?) {
        self.header = header
        self.page = page
    }
}
