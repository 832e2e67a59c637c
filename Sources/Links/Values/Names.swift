/// The id of a coin in `schemes.yaml`: `dash`, `axe`, `bitcoin` …
public struct CoinID: Sendable, Hashable, Comparable, CustomStringConvertible, ExpressibleByStringLiteral {
    /// The id as written: lower-case letters, digits and `-`.
    public let name: String

    /// Creates an id without checking it: the descriptor reader checks ids.
    public init(_ name: String) {
        self.name = name
    }

    /// A coin id from a literal.
    public init(stringLiteral name: String) {
        self.name = name
    }

    /// The id.
    public var description: String { name }

    /// Alphabetical.
    public static func < (left: CoinID, right: CoinID) -> Bool { left.name < right.name }
}

/// Which of a coin's networks is meant.
public enum NetworkKind: String, Sendable, Hashable, CaseIterable {
    /// The network with real money.
    case main
    /// The public test network.
    case test
    /// A private regression-test network.
    case regtest
}

/// One network of one coin.
public struct ChainID: Sendable, Hashable {
    public let coin: CoinID
    /// Which of its networks.
    public let network: NetworkKind
    /// Whether this is the practice ledger, which only imitates that network (S14).
    public let isPractice: Bool

    public init(coin: CoinID, network: NetworkKind, isPractice: Bool) {
        self.coin = coin
        self.network = network
        self.isPractice = isPractice
    }
}

/// Who signs: a permission of an account.
public struct AccountSigner: Sendable, Hashable {
    /// The name of the account.
    public let account: String
    /// The name of its permission, `active`.
    public let permission: String

    public init(account: String, permission: String) {
        self.account = account
        self.permission = permission
    }
}

/// The id of a transaction: lower-case hex in display order, which is byte-reversed.
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

    /// The hex digits.
    public var description: String { hex }
}

/// One output of an earlier transaction.
public struct Outpoint: Sendable, Hashable, CustomStringConvertible {
    public let transaction: TransactionID
    /// Which of its outputs, from 0.
    public let index: UInt32

    public init(transaction: TransactionID, index: UInt32) {
        self.transaction = transaction
        self.index = index
    }

    /// `txid:index`.
    public var description: String { "\(transaction.hex):\(index)" }
}

/// Seconds since 1970-01-01T00:00:00Z.
public typealias UnixTime = Int64
