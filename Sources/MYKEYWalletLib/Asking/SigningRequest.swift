/// Asks the person to sign a text.
public struct SigningRequest: Sendable, Hashable {
    /// The text: 1…16,384 bytes without control characters, except line breaks and tabs. Include a random part from
    /// your server, or an old signature can be reused.
    public var message: String
    /// The dapp's server, which receives the signature before the dapp.
    public var server: String?

    /// Creates a request.
    public init(_ message: String, server: String? = nil) {
        self.message = message
        self.server = server
    }
}
