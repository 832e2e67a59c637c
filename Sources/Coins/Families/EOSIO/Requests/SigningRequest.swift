/// A signing request of an EEP-7 link (`esr:`): what to sign, on which chain, and where to send the result.
public struct SigningRequest: Sendable, Hashable {
    /// The version of its format, 2 or 3.
    public let version: UInt8
    /// The chain that it is for.
    public let chain: Chain
    /// The content to sign.
    public let content: Content
    /// Whether the signer sends the transaction to the network.
    public let isBroadcast: Bool
    /// Whether the result is posted to the callback instead of opening it.
    public let isBackground: Bool
    /// The callback, with blanks for the results; empty for none.
    public let callback: String
    /// Additional entries, by key.
    public let info: [Info]
    /// The account that claims to have written the request; nil if there is none. The claim is unverified.
    public let signer: Name?
    /// The allowed chains of a request for any chain; nil if it does not restrict them.
    public let chains: [Chain]?

    /// A chain, by its id or alias.
    public enum Chain: Sendable, Hashable {
        /// The alias of a chain; 0 for any chain.
        case alias(UInt8)
        /// The id, 32 bytes.
        case id(Checksum256)

        /// Any chain (version 3).
        public static let any = Chain.alias(0)
    }

    /// The content to sign.
    public enum Content: Sendable, Hashable {
        /// Actions, for which the signer builds the transaction.
        case actions([TransactionAction])
        /// A whole transaction.
        case transaction(Transaction)
        /// A proof of the signer's identity, which no chain accepts.
        case identity(Identity)
    }

    /// The parameters of an identity proof.
    public struct Identity: Sendable, Hashable {
        /// The recipient of the proof; nil in version 2, which has none.
        public let scope: Name?
        /// The required signer; nil if any account may sign.
        public let permission: PermissionLevel?
    }

    /// An additional entry of a request.
    public struct Info: Sendable, Hashable {
        public let key: String
        /// Its bytes.
        public let value: [UInt8]

        /// Whether it is the list of allowed chains, which ``SigningRequest/chains`` contains.
        package var isChains: Bool { key.utf8.elementsEqual("chain_ids".utf8) }
    }

    /// The called actions, in order; none for an identity proof.
    public var actions: [TransactionAction] {
        switch content {
        case .actions(let actions): actions
        case .transaction(let transaction): transaction.actions
        case .identity: []
        }
    }
}

extension Name {
    /// The placeholder for the signer's account (EEP-7): `............1`.
    public static let signer = Name(value: 1)
    /// The placeholder for the signer's permission (EEP-7): `............2`.
    public static let signerPermission = Name(value: 2)
}

/// Why a text is not a signing request.
public enum SigningRequestError: Error, Sendable, Hashable {
    /// It is not base64url.
    case encoding
    /// Its content violates the format; a sentence for the person.
    case content(String)
    /// No installed library can decompress it.
    case noLibrary
    /// This number is not a known chain alias.
    case chain(UInt8)
}
