import SchemeRouter

/// The network that the person chose for a coin. No other file can choose one (S7).
package struct CoinNetwork: Sendable, Hashable {
    /// The network to ask about the coin's money.
    package let use: any NetworkUse
    /// Which of the coin's networks it is; always the main network for named accounts.
    package let network: NetworkKind
    /// The person's account, for coins with named accounts; nil for coins with addresses.
    package let signer: AccountSigner?

    package init(use: some NetworkUse, network: NetworkKind = .main, signer: AccountSigner? = nil) {
        self.use = use
        self.network = network
        self.signer = signer
    }

    package static func == (left: CoinNetwork, right: CoinNetwork) -> Bool {
        AnyHashable(left.use) == AnyHashable(right.use) && left.network == right.network && left.signer == right.signer
    }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(AnyHashable(use))
        hasher.combine(network)
        hasher.combine(signer)
    }
}

/// A kind of network that the person can choose for a coin; a value is what they wrote under that coin in `networks`.
/// `NetworkList` lists all kinds.
///
/// Each kind serves either addresses or named accounts: it implements one of ``network(_:)`` and
/// ``accountNetwork(_:)``, and the other one refuses.
package protocol NetworkUse: Sendable, Hashable {
    /// The name after `use:`. A kind for addresses and one for named accounts may share a name.
    static var name: String { get }

    /// Whether it is for coins with named accounts; if not, for coins with addresses.
    static var servesAccounts: Bool { get }

    /// Whether it is a wallet program of coins whose wallets are all other programs, and pays only those. By default not.
    static var servesForeign: Bool { get }

    /// What config.yaml can say so that payments of a coin whose wallets are all other programs are made from here; nil if this
    /// kind cannot pay them.
    static func advice(for coin: CoinDescriptor) -> String?

    /// Whether ``networkKey`` chooses among the networks of the coin's descriptor; if not, the kind reads it itself.
    static var choosesNetworkOfCoin: Bool { get }

    /// Whether it is an embedded practice ledger, with practice money (S14), which uses no network.
    static var isPractice: Bool { get }

    /// Its settings in addition to `use:`. They include ``networkKey`` if it supports several networks of a coin.
    static var keys: [String] { get }

    /// Reads these settings; nil if anything is wrong with them, after reporting it.
    /// - Parameter network: the network in ``networkKey``, or the main network.
    static func read(
        _ fields: Fields, of coin: CoinDescriptor, on network: NetworkKind, _ document: inout DocumentReader
    ) -> CoinNetwork?

    /// The network of a coin with addresses.
    func network(_ context: NetworkContext) throws(ServiceError) -> ConfiguredNetwork

    /// The network of a coin with named accounts, with the person's account there.
    func accountNetwork(_ context: NetworkContext) throws(ServiceError) -> AccountNetwork

    /// Prepares the connection, so that it is ready when a link is read. It connects to nothing before that (S13).
    func start(_ context: NetworkContext)

    /// The findings for `router doctor`: whether a payment over it would work. Each check takes at most five seconds.
    func checks(_ context: NetworkContext) async -> [HealthCheck]
}

extension NetworkUse {
    /// The setting that chooses among a coin's networks. It is read for all kinds that have it.
    package static var networkKey: String { "network" }
    /// False: most networks are real.
    package static var isPractice: Bool { false }
    package var isPractice: Bool { Self.isPractice }
    package static var servesForeign: Bool { false }
    package var servesForeign: Bool { Self.servesForeign }
    package static func advice(for coin: CoinDescriptor) -> String? { nil }
    package static var choosesNetworkOfCoin: Bool { keys.contains(networkKey) }
    package var name: String { Self.name }

    /// Refuses; reading the settings already does.
    package func network(_ context: NetworkContext) throws(ServiceError) -> ConfiguredNetwork {
        throw unsupported(context)
    }

    /// Refuses; reading the settings already does.
    package func accountNetwork(_ context: NetworkContext) throws(ServiceError) -> AccountNetwork {
        throw unsupported(context)
    }

    package func start(_ context: NetworkContext) {}

    package func checks(_ context: NetworkContext) async -> [HealthCheck] { [] }

    private func unsupported(_ context: NetworkContext) -> ServiceError {
        ServiceError(.unsupportedNetwork, "“use: \(name)” does not support \(context.coin.title).")
    }
}

/// A kind of network from another package, for coins with addresses; a value is what the person wrote under such a coin
/// in `networks` of config.yaml. Only that file chooses a network (S7).
///
/// A family whose keys are not in the person's wallet returns a `NodeWallet` from ``network(_:)``: it signs, and the
/// engine asks and records before instructing it.
public protocol AddedNetwork: Sendable, Hashable {
    /// The name after `use:`. It must differ from all built-in names.
    static var name: String { get }

    /// Whether it is a practice ledger, with practice money (S14), which uses no network. All its texts start by saying
    /// so.
    static var isPractice: Bool { get }

    /// Its settings in addition to `use:`. All are text.
    static var settings: [String] { get }

    /// Reads the settings.
    /// - Parameter settings: the values that were written, by setting name.
    init(settings: [String: String], of coin: CoinDescriptor) throws(SettingMistake)

    /// The network of a coin. It opens no connection before it is asked (S13), and connects only through
    /// ``NetworkContext/connections``.
    func network(_ context: NetworkContext) throws(ServiceError) -> ConfiguredNetwork

    /// The findings for `router doctor`: whether a payment over it would work. Each check takes at most five seconds.
    func checks(_ context: NetworkContext) async -> [HealthCheck]
}

extension AddedNetwork {
    /// No settings.
    public static var settings: [String] { [] }

    /// No checks.
    public func checks(_ context: NetworkContext) async -> [HealthCheck] { [] }

    /// The type as a ``NetworkUse`` of this package.
    package static var use: any NetworkUse.Type { AddedUse<Self>.self }
}

/// A setting that cannot be used.
public struct SettingMistake: Error, Sendable, Hashable {
    /// The setting; nil if the coin cannot use this network at all.
    public let setting: String?
    /// The problem.
    public let message: String
    /// What to do about it.
    public let hint: String?

    /// Creates a mistake; its position in config.yaml is added later.
    public init(in setting: String? = nil, _ message: String, hint: String? = nil) {
        self.setting = setting
        self.message = message
        self.hint = hint
    }
}

/// Wraps another package's network as a ``NetworkUse``.
struct AddedUse<Added: AddedNetwork>: NetworkUse {
    static var name: String { Added.name }
    static var servesAccounts: Bool { false }
    static var isPractice: Bool { Added.isPractice }
    static var keys: [String] { [networkKey] + Added.settings.filter { $0 != networkKey } }

    let added: Added

    static func read(
        _ fields: Fields, of coin: CoinDescriptor, on network: NetworkKind, _ document: inout DocumentReader
    ) -> CoinNetwork? {
        var texts: [String: String] = [:]
        for key in Added.settings where key != networkKey && fields[key] != nil {
            guard let text = document.required(key, in: fields, { $0.text($1) }) else { return nil }
            texts[key] = text
        }
        do throws(SettingMistake) {
            return CoinNetwork(use: AddedUse(added: try Added(settings: texts, of: coin)), network: network)
        } catch {
            let entry = fields.entry(error.setting ?? "use")
            document.note(
                .invalidValue, at: entry?.value.mark, in: entry?.value ?? fields.node, error.message, hint: error.hint)
            return nil
        }
    }

    func network(_ context: NetworkContext) throws(ServiceError) -> ConfiguredNetwork {
        let network = try added.network(context)
        // Practice money is never mistaken for real money, nor one coin for another (S14).
        guard network.id == context.id(isPractice: Self.isPractice) else {
            throw ServiceError(
                .internalError, "The network “\(Self.name)” returned a different network than requested.",
                hint: "This is a bug in the network plugin; please report it.")
        }
        return network
    }

    func checks(_ context: NetworkContext) async -> [HealthCheck] { await added.checks(context) }
}

/// The input to make a network: the coin, the person's choices for it, and this program's services.
public struct NetworkContext: Sendable {
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

    /// What is known of how such servers answer; nil if nothing is kept, as by default.
    var habits: (any ServerHabitMemory)? { get }

    /// The value that `make` created at the first request for a coin's network: all callers share it, because it
    /// remembers its findings.
    func kept<Kept: Sendable>(
        of coin: CoinID, _ make: () throws(ServiceError) -> Kept
    ) throws(ServiceError) -> Kept
}

extension NetworkConnections {
    /// Nothing is kept.
    public var habits: (any ServerHabitMemory)? { nil }

    /// The connection to a coin's node, opened at the first request.
    public func node(at url: ServerAddress, of coin: CoinID, login: NodeLogin? = nil) -> any NetworkClient {
        node(at: url, of: coin, login: login, isNeededSoon: false)
    }
}

/// Remembers how servers answer, so that the next program need not find out again. Losing it costs only time.
public protocol ServerHabitMemory: Sendable {
    /// The software that a server reported when it answered no batches of calls; nil if it is not known to answer none.
    /// - Parameter server: only its host and port matter.
    func softwareWithoutBatches(of server: LineServer) -> String?

    /// Remembers that a server with this software answers no batches of calls. If that fails, nothing is remembered.
    func rememberNoBatches(of server: LineServer, software: String)
}

/// Where a node's user name and password are. Only the program that sends them reads the files (S8).
public enum NodeLogin: Sendable, Hashable {
    /// The file that the node writes at each start, with user name and password. Its path is absolute or begins with
    /// `~/`.
    case cookie(String)
    /// A user name, and a file that holds only the password.
    case user(String, passwordFile: String)
    /// The same for a server that demands digest authentication (RFC 7616). One that answers without a login is refused: any
    /// web page could use it, too.
    case digest(user: String, passwordFile: String)
}

extension DocumentReader {
    /// A node's base URL, to which paths are appended.
    package mutating func nodeURL(_ node: YAMLNode) -> ServerAddress? {
        guard let text = text(node) else { return nil }
        var base = text[...]
        while base.utf8.last == UInt8(ascii: "/") { base.removeLast() }
        if !base.utf8.contains(UInt8(ascii: "?")), let url = ServerAddress(String(base)) { return url }
        note(
            .invalidValue, at: node.mark, in: node, "\(quoted(text)) is not the address of a node",
            hint: "write https:// or http:// and the host, such as \"https://node.example\"")
        return nil
    }
}
