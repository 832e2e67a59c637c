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
