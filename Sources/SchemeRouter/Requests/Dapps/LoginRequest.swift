/// A dapp requests a login: a signature by the person's account over a text that names the dapp's user.
public struct LoginRequest: Sendable, Hashable {
    /// What all requests have in common.
    public let header: RequestHeader
    public let dapp: DappClaims
    /// The dapp's user, or the id of this login; it goes into the text that is signed.
    public let userID: String
    /// The proof that is requested instead of a text; nil if a text is signed.
    public let identity: Identity?

    /// A proof of identity (EEP-7): a transaction that no chain accepts.
    public struct Identity: Sendable, Hashable {
        /// The scope of the proof, a name of the chain; nil in the form without scope and expiration.
        public let scope: String?
        /// The account whose proof is requested; nil for any.
        public let prover: RequestedSigner?

        /// Creates the contents of a proof.
        public init(scope: String?, prover: RequestedSigner? = nil) {
            self.scope = scope
            self.prover = prover
        }
    }

    public init(header: RequestHeader, dapp: DappClaims, userID: String, identity: Identity? = nil) {
        self.header = header
        self.dapp = dapp
        self.userID = userID
        self.identity = identity
    }
}

/// A dapp asks for a signature over a text.
public struct SignRequest: Sendable, Hashable {
    /// What all requests have in common.
    public let header: RequestHeader
    public let dapp: DappClaims
    /// The text that will be signed, exactly.
    public let message: String

    public init(header: RequestHeader, dapp: DappClaims, message: String) {
        self.header = header
        self.dapp = dapp
        self.message = message
    }
}
