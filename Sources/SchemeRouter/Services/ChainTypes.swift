/// One network of one coin.
public struct ChainID: Sendable, Hashable {
    /// The coin.
    public let coin: CoinID
    /// Which of its networks.
    public let network: NetworkKind
    /// Whether this is the practice ledger, which only looks like that network (S14).
    public let isPractice: Bool

    /// A chain as given.
    public init(coin: CoinID, network: NetworkKind, isPractice: Bool) {
        self.coin = coin
        self.network = network
        self.isPractice = isPractice
    }
}

/// The id of a transaction: lower-case hex in display order, that is byte-reversed.
public struct TransactionID: Sendable, Hashable, CustomStringConvertible {
    /// 64 lower-case hex digits.
    public let hex: String

    /// Nil unless `hex` is 64 lower-case hex digits.
    public init?(hex: String) {
        guard hex.utf8.count == 64, hex.utf8.allSatisfy({ (48...57).contains($0) || (97...102).contains($0) }) else {
            return nil
        }
        self.hex = hex
    }

    /// The id that no transaction has.
    static let none = TransactionID(unchecked: String(repeating: "0", count: 64))

    private init(unchecked hex: String) {
        self.hex = hex
    }

    /// The hex digits.
    public var description: String { hex }
}

/// One output of an earlier transaction.
public struct Outpoint: Sendable, Hashable, CustomStringConvertible {
    /// The transaction.
    public let transaction: TransactionID
    /// Which of its outputs, from 0.
    public let index: UInt32

    /// An outpoint as given.
    public init(transaction: TransactionID, index: UInt32) {
        self.transaction = transaction
        self.index = index
    }

    /// `txid:index`.
    public var description: String { "\(transaction.hex):\(index)" }
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

    /// An output as given.
    public init(outpoint: Outpoint, amount: Amount, script: [UInt8], confirmations: Int) {
        self.outpoint = outpoint
        self.amount = amount
        self.script = script
        self.confirmations = confirmations
    }
}

/// An unspent output that a key of the wallet can spend.
public struct OwnedCoin: Sendable, Hashable {
    /// Where it is.
    public let outpoint: Outpoint
    /// What it is worth.
    public let amount: Amount
    /// Where the key lies that spends it.
    public let path: DerivationPath
    /// How many blocks confirm it; 0 while it waits for one.
    public let confirmations: Int

    /// A coin as given.
    public init(outpoint: Outpoint, amount: Amount, path: DerivationPath, confirmations: Int) {
        self.outpoint = outpoint
        self.amount = amount
        self.path = path
        self.confirmations = confirmations
    }
}

/// An address of the wallet.
public struct OwnAddress: Sendable, Hashable {
    /// The address.
    public let text: String
    /// Where its key lies.
    public let path: DerivationPath

    /// An address as given.
    public init(text: String, path: DerivationPath) {
        self.text = text
        self.path = path
    }
}

/// A payment, signed and ready to send.
public struct SignedTransaction: Sendable, Hashable {
    /// Its id.
    public let id: TransactionID
    /// The bytes that go to the network.
    public let bytes: [UInt8]
    /// Until when the network takes it, by the network's own time; nil for ever.
    public let expires: UnixTime?

    /// A transaction as given.
    public init(id: TransactionID, bytes: [UInt8], expires: UnixTime? = nil) {
        self.id = id
        self.bytes = bytes
        self.expires = expires
    }
}
