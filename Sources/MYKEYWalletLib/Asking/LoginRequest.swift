/// Asks the person to log in with an account of the wallet.
public struct LoginRequest: Sendable, Hashable {
    /// The name of the dapp's user, for the person.
    public var userName: String?
    /// A description for the person.
    public var info: String?
    /// The dapp's server, which receives the signed login before the dapp and checks it.
    public var server: String?

    /// Creates a request.
    public init(userName: String? = nil, info: String? = nil, server: String? = nil) {
        self.userName = userName
        self.info = info
        self.server = server
    }
}
