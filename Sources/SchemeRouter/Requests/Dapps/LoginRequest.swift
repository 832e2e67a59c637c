/// A dapp asks who the person is: it requests a signature by their account over a text that names the dapp's user.
public struct LoginRequest: Sendable, Hashable {
    /// What every request says.
    public let header: RequestHeader
    /// What the dapp says.
    public let dapp: DappClaims
    /// The dapp's user, or the id of this login; it goes into the text that is signed.
    public let userID: String
    /// The proof that is requested instead of a text; nil if a text is signed.
    public let identity: Identity?

    /// A proof of identity (EEP-7): a transaction that no chain takes.
    public struct Identity: Sendable, Hashable {
        /// For whom it is, as a name of the chain; nil in the form that has none, and no end either.
        public let scope: String?
        /// Whose proof is asked for; nil where anybody's is.
        public let prover: WantedSigner?

        /// Creates a proof's content.
        public init(scope: String?, prover: WantedSigner? = nil) {
            self.scope = scope
            self.prover = prover
        }
    }

    /// Creates a request.
    public init(header: RequestHeader, dapp: DappClaims, userID: String, identity: Identity? = nil) {
        self.header = header
        self.dapp = dapp
        self.userID = userID
        self.identity = identity
    }
}
