/// What a network knows of a transaction.
public enum TransactionState: Sendable, Hashable {
    /// Nothing: it never had it, or dropped it.
    case unknown
    /// It waits for a block. `isLocked`: InstantSend keeps every other spend of its inputs away.
    case waiting(isLocked: Bool)
    /// So many blocks confirm it, 1 or more. `isLocked`: a ChainLock keeps the block from being replaced.
    case confirmed(Int, isLocked: Bool)
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

/// A transaction in which addresses of the wallet had a part.
public struct HistoricTransaction: Sendable, Hashable {
    /// Its id.
    public let id: TransactionID
    /// How many blocks confirm it; 0 while it waits for one.
    public let confirmations: Int
    /// When it was seen or mined, in seconds since 1970; nil where the network does not say.
    public let time: UnixTime?

    /// A transaction as given.
    public init(id: TransactionID, confirmations: Int, time: UnixTime?) {
        self.id = id
        self.confirmations = confirmations
        self.time = time
    }
}

/// The public key of an account, for a network that must be told what to watch. It shows every address of the account
/// and cannot spend.
public struct WatchedAccount: Sendable, Hashable {
    /// Fingerprint of the wallet's master key (BIP32).
    public let masterFingerprint: UInt32
    /// The account's path, such as `m/44'/5'/0'`. Its addresses lie at `0/index` and `1/index` below it.
    public let path: DerivationPath
    /// The account's extended public key, with the version bytes of the network.
    public let xpub: String

    /// An account as given.
    public init(masterFingerprint: UInt32, path: DerivationPath, xpub: String) {
        self.masterFingerprint = masterFingerprint
        self.path = path
        self.xpub = xpub
    }
}
