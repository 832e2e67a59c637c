import SchemeRouter

/// What a network is made of: the coin, what the person chose for it, and what this program has.
public struct NetworkContext: Sendable {
    /// The coin.
    public let coin: CoinDescriptor
    /// Which of its networks.
    public let network: NetworkKind
    /// The person's account, for coins with named accounts.
    package let signer: AccountSigner?
    /// What connects to nodes and servers.
    public let connections: any NetworkConnections
    /// The directory of practice ledgers. It need not exist.
    public let ledgers: String
    package let keyring: any Keyring
    /// The time.
    public let now: @Sendable () -> UnixTime

    /// The place of a coin in the person's settings.
    package init(
        _ coin: CoinDescriptor, _ chosen: CoinNetwork, connections: any NetworkConnections, ledgers: String,
        keyring: any Keyring, now: @escaping @Sendable () -> UnixTime
    ) {
        self.coin = coin
        network = chosen.network
        signer = chosen.signer
        self.connections = connections
        self.ledgers = ledgers
        self.keyring = keyring
        self.now = now
    }

    /// The network, as the engine tells it from others.
    public func id(isPractice: Bool) -> ChainID {
        ChainID(coin: coin.id, network: network, isPractice: isPractice)
    }

    /// The person's account. Throws if the settings name none.
    package func account() throws(ServiceError) -> AccountSigner {
        if let signer { return signer }
        throw ServiceError(.badConfiguration, "config.yaml names no \(coin.title) account.")
    }
}

/// What connects to the nodes and servers of the networks that the person chose (S7).
public protocol NetworkConnections: Sendable {
    /// To the node of a coin, the same for all who ask. The person named its host, so that it may be reached wherever it
    /// lies; and nobody else's links name what this one asks.
    /// - Parameters:
    ///   - login: where its name and password are; nil if it requires none.
    ///   - isNeededSoon: starts what connects, without waiting for it. It connects to nothing before it is asked to.
    func node(
        at url: ServerAddress, of coin: CoinID, login: NodeLogin?, isNeededSoon: Bool
    ) -> any NetworkClient

    /// To a coin's line-based servers. The person named them, so that they may be reached wherever they lie.
    /// Where one has TLS, the rule ``RouterConnections/CertificateRule/any`` trusts it on first use.
    func lines(to servers: [LineServer], of coin: CoinID) -> any LineNetwork

    /// What `make` made when a coin's network was first asked for: one for all who ask, because it remembers what it has
    /// found out.
    func kept<Kept: Sendable>(
        of coin: CoinID, _ make: () throws(ServiceError) -> Kept
    ) throws(ServiceError) -> Kept
}

extension NetworkConnections {
    /// To the node of a coin, when it is asked.
    public func node(at url: ServerAddress, of coin: CoinID, login: NodeLogin? = nil) -> any NetworkClient {
        node(at: url, of: coin, login: login, isNeededSoon: false)
    }
}

/// Where a node's name and password are. The files are read by the program that sends them, and by no other (S8).
public enum NodeLogin: Sendable, Hashable {
    /// The file that the node writes at each start, with name and password. Its path is absolute or begins with `~/`.
    case cookie(String)
    /// A name, and a file that holds only the password.
    case user(String, passwordFile: String)
}
