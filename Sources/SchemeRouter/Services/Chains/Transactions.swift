/// A payment, signed and ready to send.
public struct SignedTransaction: Sendable, Hashable {
    public let id: TransactionID
    /// The bytes that go to the network.
    public let bytes: [UInt8]
    /// When it expires, by the network's own time; nil if never.
    public let expires: UnixTime?

    public init(id: TransactionID, bytes: [UInt8], expires: UnixTime? = nil) {
        self.id = id
        self.bytes = bytes
        self.expires = expires
    }
}

/// The state of a transaction on a network.
public enum TransactionState: Sendable, Hashable {
    /// Nothing: it never had the transaction, or dropped it.
    case unknown
    /// It is unconfirmed. `isLocked`: InstantSend prevents every other spend of its inputs.
    case waiting(isLocked: Bool)
    /// It has this many confirmations, 1 or more. `isLocked`: a ChainLock prevents the block from being replaced.
    case confirmed(Int, isLocked: Bool)

    /// The state with only what is possible for the coin: a network without locks has locked nothing, whatever a server
    /// says.
    public func possible(for coin: CoinDescriptor) -> TransactionState {
        switch self {
        case .waiting(isLocked: true) where !coin.hasLock: .waiting(isLocked: false)
        case .confirmed(let count, isLocked: true) where !coin.hasLock: .confirmed(count, isLocked: false)
        case .unknown, .waiting, .confirmed: self
        }
    }
}

/// Whether an output is spent.
public enum OutputState: Sendable, Hashable {
    /// No confirmed or unconfirmed transaction spends it.
    case unspent
    /// An unconfirmed transaction spends it; its id, if the network reports it.
    case spentByWaiting(TransactionID?)
    /// A confirmed transaction spends it; its id, if the network reports it.
    case spent(TransactionID?)
}

/// An unspent output as a network reports it.
public struct UnspentOutput: Sendable, Hashable {
    /// The output.
    public let outpoint: Outpoint
    /// Its amount according to the network; verified from the full transaction before signing (S12).
    public let amount: Amount
    /// The script that must be satisfied to spend it.
    public let script: [UInt8]
    /// The number of its confirmations; 0 if unconfirmed.
    public let confirmations: Int

    public init(outpoint: Outpoint, amount: Amount, script: [UInt8], confirmations: Int) {
        self.outpoint = outpoint
        self.amount = amount
        self.script = script
        self.confirmations = confirmations
    }
}

/// An unspent output of which a balance says more than its amount.
public struct NotableOutput: Sendable, Hashable {
    /// What there is to say.
    public enum Note: Sendable, Hashable {
        /// It is too new: it can be spent after this many more confirmations. It is not among the unspent outputs.
        case maturing(blocks: Int)
        /// It was withdrawn from another layer of the coin, and spends no earlier output. While it is unconfirmed,
        /// `isLocked` says whether the network agreed on it: then it can be spent.
        case withdrawal(isLocked: Bool)
        /// The network does not show the transaction that holds it, shows another one, or one of a kind that this
        /// version cannot read. It cannot be spent, and is counted nowhere.
        case unreadable
        /// There are so many outputs that the transactions of only the largest were read, and this one is smaller. It is
        /// counted nowhere, but a payment can spend it if its transaction can be read then.
        case unchecked

        /// Whether it is about a withdrawal: a balance counts no other outputs that have a note.
        public var isWithdrawal: Bool { if case .withdrawal = self { true } else { false } }

        /// Whether the output is too new to be spent.
        public var isMaturing: Bool { if case .maturing = self { true } else { false } }
    }

    public let output: UnspentOutput
    /// What there is to say of it.
    public let note: Note

    public init(_ output: UnspentOutput, _ note: Note) {
        self.output = output
        self.note = note
    }
}

/// A transaction that involves addresses of the wallet.
public struct HistoricTransaction: Sendable, Hashable {
    public let id: TransactionID
    /// The number of its confirmations; 0 if unconfirmed.
    public let confirmations: Int
    /// When it was seen or mined, in seconds since 1970; nil if the network does not report it.
    public let time: UnixTime?

    public init(id: TransactionID, confirmations: Int, time: UnixTime?) {
        self.id = id
        self.confirmations = confirmations
        self.time = time
    }
}
