/// The parameters of each network of a coin, from real money to private tests.
public struct CoinNetworks: Sendable, Hashable, ExpressibleByDictionaryLiteral {
    private var main: NetworkParameters?
    private var test: NetworkParameters?
    private var regtest: NetworkParameters?

    /// Creates an empty set of networks.
    public init() {}

    /// Creates the networks; if a kind occurs twice, the last one counts.
    public init(dictionaryLiteral networks: (NetworkKind, NetworkParameters)...) {
        for (kind, parameters) in networks { self[kind] = parameters }
    }

    /// The parameters of a network; nil if the coin has none of this kind.
    public subscript(kind: NetworkKind) -> NetworkParameters? {
        get {
            switch kind {
            case .main: main
            case .test: test
            case .regtest: regtest
            }
        }
        set {
            switch kind {
            case .main: main = newValue
            case .test: test = newValue
            case .regtest: regtest = newValue
            }
        }
    }

    /// The number of the coin's networks.
    public var count: Int { values.count }

    /// The kinds of networks the coin has, from real money to private tests.
    public var keys: [NetworkKind] { NetworkKind.allCases.filter { self[$0] != nil } }

    /// The parameters of all its networks, in the order of ``keys``.
    public var values: [NetworkParameters] { [main, test, regtest].compactMap(\.self) }

    /// The human-readable parts of its networks' segwit addresses (BIP173), in the order of ``keys``.
    public var bech32: [String] { values.compactMap(\.bech32) }
}
