/// Calls of contracts as they will be signed: a transaction without its header, which binds it to a short time and is
/// made when the person has agreed.
public struct ActionsIntent: Sendable, Hashable {
    /// The coin and network.
    public let chain: ChainID
    /// The id of the chain that the signature is for, 32 bytes.
    public let chainID: [UInt8]
    /// Who signs.
    public let signer: AccountSigner
    /// What is called, in order. All of it takes effect, or nothing.
    public let actions: [PreparedAction]

    /// Creates an intent; the engine made its bytes itself from the request (S11).
    public init(chain: ChainID, chainID: [UInt8], signer: AccountSigner, actions: [PreparedAction]) {
        self.chain = chain
        self.chainID = chainID
        self.signer = signer
        self.actions = actions
    }
}

/// A proof of who the person is (EEP-7): a transaction that calls no contract and that no chain takes, without its time,
/// which is set when the person has agreed.
public struct IdentityIntent: Sendable, Hashable {
    /// The coin and network.
    public let chain: ChainID
    /// The id of the chain that the signature is for, 32 bytes.
    public let chainID: [UInt8]
    /// Who signs.
    public let signer: AccountSigner
    /// For whom it is; nil in the form that has none, and no end either.
    public let scope: String?

    /// Creates an intent.
    public init(chain: ChainID, chainID: [UInt8], signer: AccountSigner, scope: String?) {
        self.chain = chain
        self.chainID = chainID
        self.signer = signer
        self.scope = scope
    }
}

/// A text that will be signed by an account's key.
public struct TextIntent: Sendable, Hashable {
    /// Why it is signed.
    public enum Purpose: String, Sendable, Hashable {
        /// To log in to a dapp.
        case login
        /// Because a dapp wants a signature over it.
        case message
    }

    /// The coin and network.
    public let chain: ChainID
    /// Who signs.
    public let signer: AccountSigner
    /// Why it is signed.
    public let purpose: Purpose
    /// The texts, each of which gets a signature of its own, over exactly its UTF-8 bytes.
    public let texts: [String]

    /// Creates an intent.
    public init(chain: ChainID, signer: AccountSigner, purpose: Purpose, texts: [String]) {
        self.chain = chain
        self.signer = signer
        self.purpose = purpose
        self.texts = texts
    }
}
