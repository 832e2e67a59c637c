import SchemeRouter

/// Which network the person chose for a coin. No other file can choose one (S7).
public struct CoinNetwork: Sendable, Hashable {
    /// What is asked about the coin's money.
    public let use: Use
    /// Which of the coin's networks is meant.
    public let network: NetworkKind

    /// A choice as given.
    public init(use: Use, network: NetworkKind = .main) {
        self.use = use
        self.network = network
    }

    /// What can be asked about a coin's money.
    public enum Use: Sendable, Hashable {
        /// The embedded practice ledger, with money that is none (S14).
        case sandbox
        /// A kind of network that this version does not speak to, `core-rpc`, `electrum` or `nodeos`. It is kept, so
        /// that only links about this coin are refused.
        case unsupported(String)

        /// As it is written after `use:`.
        public var name: String {
            switch self {
            case .sandbox: "sandbox"
            case .unsupported(let name): name
            }
        }

        static let all: [Use] = [.sandbox, .unsupported("core-rpc"), .unsupported("electrum"), .unsupported("nodeos")]
    }
}
