import SchemeRouter

/// Which network the person chose for a coin. No other file can choose one (S7).
public struct CoinNetwork: Sendable, Hashable {
    /// What is asked about the coin's money.
    public let use: Use
    /// Which of the coin's networks is meant; that of real money where money lies in named accounts of one chain.
    public let network: NetworkKind
    /// The person's account, where money lies in named accounts; nil where it lies at addresses.
    public let signer: AccountSigner?

    /// A choice as given.
    public init(use: Use, network: NetworkKind = .main, signer: AccountSigner? = nil) {
        self.use = use
        self.network = network
        self.signer = signer
    }

    /// A node of a chain of EOSIO.
    public struct Node: Sendable, Hashable {
        /// Where it answers, without a slash at its end.
        public let url: ServerAddress
        /// The id of the chain it must be of, 32 bytes.
        public let chainID: [UInt8]

        /// A node as given.
        public init(url: ServerAddress, chainID: [UInt8]) {
            self.url = url
            self.chainID = chainID
        }
    }

    /// What can be asked about a coin's money.
    public enum Use: Sendable, Hashable {
        /// The embedded practice ledger, with money that is none (S14).
        case sandbox
        /// A node of the coin's chain, for money in named accounts.
        case nodeos(Node)
        /// Electrum servers, for money at addresses; at least one, in the order in which they are tried. Those with TLS have
        /// the rule ``SchemeRouter/CertificateRule/any``.
        case electrum([LineServer])
        /// A kind of network that this version does not speak to, `core-rpc`. It is kept, so that only links about this
        /// coin are refused.
        case unsupported(String)

        /// As it is written after `use:`.
        public var name: String {
            switch self {
            case .sandbox: "sandbox"
            case .nodeos: "nodeos"
            case .electrum: "electrum"
            case .unsupported(let name): name
            }
        }
    }
}
