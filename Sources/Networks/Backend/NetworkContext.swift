import SchemeRouter

/// The input to make a network: the coin, the person's choices for it, and this program's services.
public struct NetworkContext: Sendable {
    /// The coin.
    public let coin: CoinDescriptor
    /// Which of its networks to use.
    public let network: NetworkKind
    /// The person's account, for coins with named accounts.
    package let signer: AccountSigner?
    /// Opens connections to nodes and servers.
    public let connections: any NetworkConnections
    /// The directory of practice ledgers. It may not exist yet.
    public let ledgers: String
    package let keyring: any Keyring
    /// The time.
    public let now: @Sendable () -> UnixTime

    /// The context of a coin from the person's settings.
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

    /// The id that distinguishes this network from others in the engine.
    public func id(isPractice: Bool) -> ChainID {
        ChainID(coin: coin.id, network: network, isPractice: isPractice)
    }

    /// The person's account. Throws if the settings do not name one.
    package func account() throws(ServiceError) -> AccountSigner {
        if let signer { return signer }
        throw ServiceError(.badConfiguration, "config.yaml names no \(coin.title) account.")
    }
}

/// Connections to the nodes and servers of the networks that the person chose (S7).
public protocol NetworkConnections: Sendable {
    /// The connection to a coin's node, shared by all callers. The person named its host, so it may have any address;
    /// and no link from others decides what this connection requests.
    /// - Parameters:
    ///   - login: where the node's user name and password are; nil if it requires none.
    ///   - isNeededSoon: starts the connecting program without waiting for it. It connects to nothing before the first
    ///     request.
    func node(
        at url: ServerAddress, of coin: CoinID, login: NodeLogin?, isNeededSoon: Bool
    ) -> any NetworkClient

    /// The connection to a coin's line-based servers. The person named them, so they may have any address. If one uses
    /// TLS, the rule ``RouterConnections/CertificateRule/any`` trusts it on first use.
    func lines(to servers: [LineServer], of coin: CoinID) -> any LineNetwork

    /// The value that `make` created at the first request for a coin's network: all callers share it, because it
    /// remembers its findings.
    func kept<Kept: Sendable>(
        of coin: CoinID, _ make: () throws(ServiceError) -> Kept
    ) throws(ServiceError) -> Kept
}

extension NetworkConnections {
    /// The connection to a coin's node, opened at the first request.
    public func node(at url: ServerAddress, of coin: CoinID, login: NodeLogin? = nil) -> any NetworkClient {
        node(at: url, of: coin, login: login, isNeededSoon: false)
    }
}

/// Where a node's user name and password are. Only the program that sends them reads the files (S8).
public enum NodeLogin: Sendable, Hashable {
    /// The file that the node writes at each start, with user name and password. Its path is absolute or begins with
    /// `~/`.
    case cookie(String)
    /// A user name, and a file that holds only the password.
    case user(String, passwordFile: String)
}
