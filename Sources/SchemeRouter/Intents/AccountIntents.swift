/// Contract calls as they will be signed: a transaction without its header, which limits its validity to a short time
/// and is made after the person has agreed.
public struct ActionsIntent: Sendable, Hashable {
    /// The coin and network.
    public let chain: ChainID
    /// The id of the chain that the signature is for, 32 bytes.
    public let chainID: [UInt8]
    public let signer: AccountSigner
    /// The calls, in order. Either all take effect or none.
    public let actions: [PreparedAction]

    /// Creates an intent; the engine itself made its bytes from the request (S11).
    public init(chain: ChainID, chainID: [UInt8], signer: AccountSigner, actions: [PreparedAction]) {
        self.chain = chain
        self.chainID = chainID
        self.signer = signer
        self.actions = actions
    }
}

/// A proof of the person's identity (EEP-7): a transaction that calls no contract and that no chain accepts, without
/// its expiration, which is set after the person has agreed.
public struct IdentityIntent: Sendable, Hashable {
    /// The coin and network.
    public let chain: ChainID
    /// The id of the chain that the signature is for, 32 bytes.
    public let chainID: [UInt8]
    public let signer: AccountSigner
    /// The scope of the proof; nil in the form without scope and expiration.
    public let scope: String?

    public init(chain: ChainID, chainID: [UInt8], signer: AccountSigner, scope: String?) {
        self.chain = chain
        self.chainID = chainID
        self.signer = signer
        self.scope = scope
    }
}

/// Texts that will be signed with an account's key.
public struct TextIntent: Sendable, Hashable {
    /// Why they are signed.
    public enum Purpose: String, Sendable, Hashable {
        /// To log in to a dapp.
        case login
        /// Because a dapp wants a signature over it.
        case message
    }

    /// The coin and network.
    public let chain: ChainID
    public let signer: AccountSigner
    /// Why they are signed.
    public let purpose: Purpose
    /// The texts, each signed separately over exactly its UTF-8 bytes.
    public let texts: [String]

    public init(chain: ChainID, signer: AccountSigner, purpose: Purpose, texts: [String]) {
        self.chain = chain
        self.signer = signer
        self.purpose = purpose
        self.texts = texts
    }
}
