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

    /// A node of a coin whose money lies at addresses, such as Dash Core or bitcoind.
    public struct CoreNode: Sendable, Hashable {
        /// Where it answers, without a slash at its end.
        public let url: ServerAddress
        /// What it lets in.
        public let login: Login
        /// The node's wallet that pays with the node's own keys; nil where the person's own keys pay.
        public let wallet: String?

        /// A node as given.
        public init(url: ServerAddress, login: Login, wallet: String? = nil) {
            self.url = url
            self.login = login
            self.wallet = wallet
        }

        /// Where a node's name and password lie. The files are read by the program that sends them, and by no other (S8).
        public enum Login: Sendable, Hashable {
            /// The file that the node writes at each start, with name and password. Its path is absolute or begins with
            /// `~/`.
            case cookie(String)
            /// A name, and a file that holds only the password.
            case user(String, passwordFile: String)
        }
    }

    /// What can be asked about a coin's money.
    public enum Use: Sendable, Hashable {
        /// The embedded practice ledger, with money that is none (S14).
        case sandbox
        /// A node of the coin's chain, for money in named accounts.
        case nodeos(Node)
        /// A node of the coin's own kind, for money at addresses.
        case coreRPC(CoreNode)
        /// Electrum servers, for money at addresses; at least one, in the order in which they are tried. Those with TLS have
        /// the rule ``SchemeRouter/CertificateRule/any``.
        case electrum([LineServer])

        /// As it is written after `use:`.
        public var name: String {
            switch self {
            case .sandbox: "sandbox"
            case .nodeos: "nodeos"
            case .electrum: "electrum"
            case .coreRPC: "core-rpc"
            }
        }
    }
}
