/// A dapp asks for a signature over a text.
public struct SignRequest: Sendable, Hashable {
    /// What all requests have in common.
    public let header: RequestHeader
    /// The dapp's claims.
    public let dapp: DappClaims
    /// The text that will be signed, exactly.
    public let message: String

    public init(header: RequestHeader, dapp: DappClaims, message: String) {
        self.header = header
        self.dapp = dapp
        self.message = message
    }
}
