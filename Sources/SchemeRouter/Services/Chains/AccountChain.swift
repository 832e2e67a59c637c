/// A connection to the network of a coin with named accounts: reading, and the only way to change its state.
public protocol AccountChain: AccountChainReader {
    /// Sends a signed transaction. Returns only when the network has executed it or already had it.
    ///
    /// Throws ``ServiceError/Code/networkRefused`` or ``ServiceError/Code/insufficientFunds`` if it was certainly not
    /// executed, and ``ServiceError/Code/answerUnknown`` if that is unknown.
    func send(_ transaction: SignedTransaction) async throws(ServiceError)
}

/// Reads from the network of a coin with named accounts, such as an EOSIO chain (S13).
public protocol AccountChainReader: Sendable {
    /// Encodes each call with its contract's own interface and decodes it again: the person sees what the bytes say.
    ///
    /// Throws ``ServiceError/Code/unfitRequest`` if the data does not fit the interface, or the contract or action does
    /// not exist, and ``ServiceError/Code/insufficientFunds`` if a transfer exceeds the account's balance.
    func prepare(_ calls: [ActionCall], as signer: AccountSigner) async throws(ServiceError) -> [PreparedAction]

    /// The header for a new transaction, from the chain's current state. Throws if it is not the configured chain.
    func frame() async throws(ServiceError) -> TransactionFrame

    /// The header of a transaction that was signed for this chain; nil if it was signed for another.
    func header(of transaction: SignedTransaction) -> SignedHeader?

    /// The requirements of the signer's permission; nil if the account has no such permission.
    func authority(of signer: AccountSigner) async throws(ServiceError) -> AccountAuthority?
}

extension AccountChainReader {
    /// Unknown.
    public func header(of transaction: SignedTransaction) -> SignedHeader? { nil }
}

/// Additional data about a transaction for dapps.
public struct SignedHeader: Sendable, Hashable {
    /// The id of the transaction, in hex.
    public let id: String
    /// The first signature, in the chain's text form.
    public let signature: String
    /// Its header.
    public let frame: TransactionFrame

    public init(id: String, signature: String, frame: TransactionFrame) {
        self.id = id
        self.signature = signature
        self.frame = frame
    }
}

/// The requirements of an account's permission, according to the chain.
public struct AccountAuthority: Sendable, Hashable {
    /// The public keys that satisfy it individually, in the chain's text form.
    public let keys: [String]
    /// Whether a contract manages the account, so that no key can sign for it.
    public let isManaged: Bool
    /// Whether the account is frozen.
    public let isFrozen: Bool

    public init(keys: [String], isManaged: Bool = false, isFrozen: Bool = false) {
        self.keys = keys
        self.isManaged = isManaged
        self.isFrozen = isFrozen
    }
}

/// The header of a transaction: it limits the transaction to one chain and a short time.
public struct TransactionFrame: Sendable, Hashable {
    /// The id of the chain, 32 bytes.
    public let chainID: [UInt8]
    /// When it expires, in seconds since 1970.
    public let expiration: UInt32
    /// The lower 16 bits of the number of a block that the chain will keep.
    public let referenceBlock: UInt16
    /// 32 bits of that block's id, by which a chain without the block refuses the transaction.
    public let referenceCheck: UInt32

    public init(chainID: [UInt8], expiration: UInt32, referenceBlock: UInt16, referenceCheck: UInt32) {
        self.chainID = chainID
        self.expiration = expiration
        self.referenceBlock = referenceBlock
        self.referenceCheck = referenceCheck
    }
}
