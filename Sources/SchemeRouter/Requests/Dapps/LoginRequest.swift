/// A dapp asks who the person is: it wants a signature of their account over a text that names the dapp's user.
public struct LoginRequest: Sendable, Hashable {
    /// What every request says.
    public let header: RequestHeader
    /// What the dapp says.
    public let dapp: DappClaims
    /// The dapp's user, or the id of this login; it goes into the text that is signed.
    public let userID: String

    /// Creates a request.
    public init(header: RequestHeader, dapp: DappClaims, userID: String) {
        self.header = header
        self.dapp = dapp
        self.userID = userID
    }
}
