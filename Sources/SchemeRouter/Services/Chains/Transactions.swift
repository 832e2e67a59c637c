/// A payment, signed and ready to send.
public struct SignedTransaction: Sendable, Hashable {
    /// Its id.
    public let id: TransactionID
    /// The bytes that go to the network.
    public let bytes: [UInt8]
    /// Until when the network takes it, by the network's own time; nil for ever.
    public let expires: UnixTime?

    /// Creates a transaction.
    public init(id: TransactionID, bytes: [UInt8], expires: UnixTime? = nil) {
        self.id = id
        self.bytes = bytes
        self.expires = expires
    }
}

/// What a network knows of a transaction.
public enum TransactionState: Sendable, Hashable {
    /// Nothing: it never had it, or dropped it.
    case unknown
    /// It waits for a block. `isLocked`: InstantSend keeps every other spend of its inputs away.
    case waiting(isLocked: Bool)
    /// So many blocks confirm it, 1 or more. `isLocked`: a ChainLock keeps the block from being replaced.
    case confirmed(Int, isLocked: Bool)

    /// The same, as it can be for the coin: a network without locks has locked nothing, whatever a server says.
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
    /// No transaction spends it, and none that waits for a block.
    case unspent
    /// A transaction that waits for a block spends it; which one, where the network says so.
    case spentByWaiting(TransactionID?)
    /// A transaction in a block spends it; which one, where the network says so.
    case spent(TransactionID?)
}

/// An unspent output as a network reports it.
public struct UnspentOutput: Sendable, Hashable {
    /// Where it is.
    public let outpoint: Outpoint
    /// What it is worth, as the network says; proved from the whole transaction before signing (S12).
    public let amount: Amount
    /// The script that must be satisfied to spend it.
    public let script: [UInt8]
    /// How many blocks confirm it; 0 while it waits for one.
    public let confirmations: Int

    /// Creates an output.
    public init(outpoint: Outpoint, amount: Amount, script: [UInt8], confirmations: Int) {
        self.outpoint = outpoint
        self.amount = amount
        self.script = script
        self.confirmations = confirmations
    }
}

/// A transaction in which addresses of the wallet had a part.
public struct HistoricTransaction: Sendable, Hashable {
    /// Its id.
    public let id: TransactionID
    /// How many blocks confirm it; 0 while it waits for one.
    public let confirmations: Int
    /// When it was seen or mined, in seconds since 1970; nil where the network does not say.
    public let time: UnixTime?

    /// Creates a transaction.
    public init(id: TransactionID, confirmations: Int, time: UnixTime?) {
        self.id = id
        self.confirmations = confirmations
        self.time = time
    }
}

/// The number of a block as a node or a server says it, read within bounds: sums and differences of such numbers always
/// fit, whatever somebody claims.
public struct BlockHeight: Sendable, Hashable, Comparable {
    /// The number, from 0 for the first block.
    public let number: Int

    /// No chain has so many blocks.
    public static let limit = 1 << 31

    /// Nil for a number that no block has.
    public init?(_ number: Int) {
        guard (0..<Self.limit).contains(number) else { return nil }
        self.number = number
    }

    /// How many blocks confirm what is in this one, 1 or more. News of the newest block may come after what is in it.
    public func confirmations(whenNewestIs tip: BlockHeight) -> Int { max(tip.number - number + 1, 1) }

    /// Orders by number.
    public static func < (left: BlockHeight, right: BlockHeight) -> Bool { left.number < right.number }
}
