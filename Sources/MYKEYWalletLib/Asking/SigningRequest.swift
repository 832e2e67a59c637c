/// Asks the person to sign a text.
public struct SigningRequest: Sendable, Hashable {
    /// The text: 1…16,384 bytes without control characters but line breaks and tabs. Have a random part in it, from your
    /// server, or an old signature does for a new one.
    public var message: String
    /// The dapp's server, which receives the signature before the dapp.
    public var server: String?

    /// Creates a request.
    public init(_ message: String, server: String? = nil) {
        self.message = message
        self.server = server
    }
}
