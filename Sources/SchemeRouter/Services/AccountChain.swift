import ExactJSON

/// Reads from the network of a coin whose money lies in named accounts, such as an EOSIO chain (S13).
public protocol AccountChainReader: Sendable {
    /// Makes the bytes of each call by its contract's own interface, and reads them back: what a person is shown is what
    /// those bytes say.
    ///
    /// Throws ``ServiceError/Code/unfitRequest`` where the data does not fit the interface, or there is no such contract
    /// or action, and ``ServiceError/Code/insufficientFunds`` where a transfer is more than the account has.
    func prepare(_ calls: [ActionCall], as signer: AccountSigner) async throws(ServiceError) -> [PreparedAction]

    /// What a transaction needs of the chain's present state. Throws where the chain is not the one that was configured.
    func frame() async throws(ServiceError) -> TransactionFrame

    /// How one of the account's keys must look to sign for it: nil where the account has no such permission.
    func authority(of signer: AccountSigner) async throws(ServiceError) -> AccountAuthority?
}

/// The network of such a coin: what is read from it, and the one way to change it.
public protocol AccountChain: AccountChainReader {
    /// Sends a signed transaction. Returns only when the network executed it, or already had it.
    ///
    /// Throws ``ServiceError/Code/networkRefused`` or ``ServiceError/Code/insufficientFunds`` where it certainly was not
    /// executed and ``ServiceError/Code/answerUnknown`` where that is not known.
    func send(_ transaction: SignedTransaction) async throws(ServiceError)
}

/// Who signs: a permission of an account.
public struct AccountSigner: Sendable, Hashable {
    /// The name of the account.
    public let account: String
    /// The name of its permission, `active`.
    public let permission: String

    /// A signer as given.
    public init(account: String, permission: String) {
        self.account = account
        self.permission = permission
    }
}

/// What a permission of an account asks for, as the chain has it.
public struct AccountAuthority: Sendable, Hashable {
    /// The public keys that satisfy it each by itself, as texts of the chain.
    public let keys: [String]
    /// Whether a contract manages the account, so that no key of its own can sign.
    public let isManaged: Bool
    /// Whether the account is frozen.
    public let isFrozen: Bool

    /// An authority as given.
    public init(keys: [String], isManaged: Bool = false, isFrozen: Bool = false) {
        self.keys = keys
        self.isManaged = isManaged
        self.isFrozen = isFrozen
    }
}

/// A call as it will be signed.
public struct PreparedAction: Sendable, Hashable {
    /// The account of the contract.
    public let contract: String
    /// The action of the contract.
    public let name: String
    /// The bytes that will be signed.
    public let data: [UInt8]
    /// What these bytes say, read back by the contract's interface.
    public let content: JSON
    /// What the person should know of it, such as that a token only looks like another one.
    public let warnings: [LinkWarning]
    /// Whether the person must be warned before they are asked, because it can cost more than it seems.
    public let isHighRisk: Bool

    /// An action as given.
    public init(
        contract: String, name: String, data: [UInt8], content: JSON, warnings: [LinkWarning] = [],
        isHighRisk: Bool = false
    ) {
        self.contract = contract
        self.name = name
        self.data = data
        self.content = content
        self.warnings = warnings
        self.isHighRisk = isHighRisk
    }
}

/// The header of a transaction: it binds it to one chain and to a short time.
public struct TransactionFrame: Sendable, Hashable {
    /// The id of the chain, 32 bytes.
    public let chainID: [UInt8]
    /// Until when the network takes it, in seconds since 1970.
    public let expiration: UInt32
    /// The lower 16 bits of the number of a block that the chain will keep.
    public let blockNumber: UInt16
    /// The third 32-bit word of that block's id.
    public let blockPrefix: UInt32

    /// A header as given.
    public init(chainID: [UInt8], expiration: UInt32, blockNumber: UInt16, blockPrefix: UInt32) {
        self.chainID = chainID
        self.expiration = expiration
        self.blockNumber = blockNumber
        self.blockPrefix = blockPrefix
    }
}

/// A network of such a coin that the person chose, and their account there (S7).
public struct AccountNetwork: Sendable {
    /// Which one it is.
    public let id: ChainID
    /// Who signs.
    public let signer: AccountSigner
    /// The connection to it.
    public let chain: any AccountChain

    /// A network as given.
    public init(id: ChainID, signer: AccountSigner, chain: any AccountChain) {
        self.id = id
        self.signer = signer
        self.chain = chain
    }
}
