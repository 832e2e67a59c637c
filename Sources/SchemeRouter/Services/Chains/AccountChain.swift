/// The network of such a coin: what is read from it, and the one way to change it.
public protocol AccountChain: AccountChainReader {
    /// Sends a signed transaction. Returns only when the network executed it, or already had it.
    ///
    /// Throws ``ServiceError/Code/networkRefused`` or ``ServiceError/Code/insufficientFunds`` where it certainly was not
    /// executed and ``ServiceError/Code/answerUnknown`` where that is not known.
    func send(_ transaction: SignedTransaction) async throws(ServiceError)
}

/// Reads from the network of a coin with money in named accounts, such as an EOSIO chain (S13).
public protocol AccountChainReader: Sendable {
    /// Makes the bytes of each call by its contract's own interface, and reads them back: what a person is shown is what
    /// those bytes say.
    ///
    /// Throws ``ServiceError/Code/unfitRequest`` if the data does not fit the interface, or the contract or action does
    /// not exist, and ``ServiceError/Code/insufficientFunds`` where a transfer is more than the account has.
    func prepare(_ calls: [ActionCall], as signer: AccountSigner) async throws(ServiceError) -> [PreparedAction]

    /// What a transaction needs of the chain's present state. Throws where the chain is not the one that was configured.
    func frame() async throws(ServiceError) -> TransactionFrame

    /// How a transaction that was signed for this chain looks; nil where it is none of its own.
    func header(of transaction: SignedTransaction) -> SignedHeader?

    /// How one of the account's keys must look to sign for it: nil where the account has no such permission.
    func authority(of signer: AccountSigner) async throws(ServiceError) -> AccountAuthority?
}

extension AccountChainReader {
    /// Not known.
    public func header(of transaction: SignedTransaction) -> SignedHeader? { nil }
}

/// What dapps receive about a transaction in addition to what it does.
public struct SignedHeader: Sendable, Hashable {
    /// The id of the transaction, in hex.
    public let id: String
    /// The first signature, as a text of the chain.
    public let signature: String
    /// Its header.
    public let frame: TransactionFrame

    /// Creates what is told.
    public init(id: String, signature: String, frame: TransactionFrame) {
        self.id = id
        self.signature = signature
        self.frame = frame
    }
}

/// What a permission of an account asks for, as the chain has it.
public struct AccountAuthority: Sendable, Hashable {
    /// The public keys that satisfy it each by itself, as texts of the chain.
    public let keys: [String]
    /// Whether a contract manages the account, so that no key can sign for it.
    public let isManaged: Bool
    /// Whether the account is frozen.
    public let isFrozen: Bool

    /// Creates an authority.
    public init(keys: [String], isManaged: Bool = false, isFrozen: Bool = false) {
        self.keys = keys
        self.isManaged = isManaged
        self.isFrozen = isFrozen
    }
}

/// The header of a transaction: it binds it to one chain and to a short time.
public struct TransactionFrame: Sendable, Hashable {
    /// The id of the chain, 32 bytes.
    public let chainID: [UInt8]
    /// Until when the network accepts it, in seconds since 1970.
    public let expiration: UInt32
    /// The lower 16 bits of the number of a block that the chain will keep.
    public let blockNumber: UInt16
    /// The third 32-bit word of that block's id.
    public let blockPrefix: UInt32

    /// Creates a header.
    public init(chainID: [UInt8], expiration: UInt32, blockNumber: UInt16, blockPrefix: UInt32) {
        self.chainID = chainID
        self.expiration = expiration
        self.blockNumber = blockNumber
        self.blockPrefix = blockPrefix
    }
}
