/// A request to sign, as links of EEP-7 have it (`esr:`): what to sign, on which chain, and whom to notify.
public struct SigningRequest: Sendable, Hashable {
    /// The version of its format, 2 or 3.
    public let version: UInt8
    /// The chain that it is for.
    public let chain: Chain
    /// What is to be signed.
    public let content: Content
    /// Whether the signer sends the transaction to the network.
    public let isBroadcast: Bool
    /// Whether the result is posted, instead of being opened with the callback.
    public let isBackground: Bool
    /// Whom to notify, with blanks for what is known afterwards; empty for nobody.
    public let callback: String
    /// What else it says, by its keys.
    public let info: [Info]
    /// The account that says it wrote the request; nil if none does. Nobody has verified it.
    public let signer: Name?
    /// The chains that a request for any chain is narrowed to; nil if it is not.
    public let chains: [Chain]?

    /// A chain, by its id or a number that identifies one.
    public enum Chain: Sendable, Hashable {
        /// A number that stands for a chain; 0 for any.
        case alias(UInt8)
        /// The id, 32 bytes.
        case id(Checksum256)

        /// Any chain (version 3).
        public static let any = Chain.alias(0)
    }

    /// What is to be signed.
    public enum Content: Sendable, Hashable {
        /// Actions, for which the signer makes the transaction.
        case actions([TransactionAction])
        /// A whole transaction.
        case transaction(Transaction)
        /// A proof of who the signer is, which no chain takes.
        case identity(Identity)
    }

    /// What a proof of identity says.
    public struct Identity: Sendable, Hashable {
        /// For whom the proof is; nil in version 2, which has none.
        public let scope: Name?
        /// Whose proof is asked for; nil if anybody's is.
        public let permission: PermissionLevel?
    }

    /// Something else that a request says.
    public struct Info: Sendable, Hashable {
        /// What it is.
        public let key: String
        /// Its bytes.
        public let value: [UInt8]

        /// Whether it lists the chains to choose from, which ``SigningRequest/chains`` has.
        package var isChains: Bool { key.utf8.elementsEqual("chain_ids".utf8) }
    }

    /// What is called, in order; nothing for a proof of identity.
    public var actions: [TransactionAction] {
        switch content {
        case .actions(let actions): actions
        case .transaction(let transaction): transaction.actions
        case .identity: []
        }
    }
}

extension Name {
    /// The signer's account (EEP-7): `............1`.
    public static let signer = Name(value: 1)
    /// The signer's permission (EEP-7): `............2`.
    public static let signerPermission = Name(value: 2)
}

/// Why a text is no request to sign.
public enum SigningRequestError: Error, Sendable, Hashable {
    /// It is not written in Base64 for web addresses.
    case encoding
    /// What it holds breaks the format; a sentence for the person.
    case content(String)
    /// No library can unpack it here.
    case noLibrary
    /// This number is no chain's alias.
    case chain(UInt8)
}
