/// The id of a coin in `schemes.yaml`: `dash`, `axe`, `bitcoin` …
public struct CoinID: Sendable, Hashable, Comparable, CustomStringConvertible, ExpressibleByStringLiteral {
    /// The id as written: lower-case letters, digits and `-`.
    public let name: String

    /// A coin id, taken as given: descriptors are checked where they are read.
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
    public static func < (left: CoinID, right: CoinID) -> Bool {
        left.name < right.name
    }
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
