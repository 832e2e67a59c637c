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
    /// The coin.
    public let coin: CoinID
    /// Which of its networks.
    public let network: NetworkKind
    /// Whether this is the practice ledger, which only imitates that network (S14).
    public let isPractice: Bool

    /// Creates a chain.
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

    /// Creates a signer.
    public init(account: String, permission: String) {
        self.account = account
        self.permission = permission
    }
}
