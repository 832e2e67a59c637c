import SchemeRouter

/// Which network the person chose for a coin. No other file can choose one (S7).
package struct CoinNetwork: Sendable, Hashable {
    /// What is asked about the coin's money.
    package let use: any NetworkUse
    /// Which of the coin's networks is meant; that of real money where money lies in named accounts of one chain.
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

/// One kind of network that the person can choose for a coin; a value is what they wrote under that coin in `networks`.
/// All kinds are in one list, `NetworkList`.
///
/// It has money either at addresses or in named accounts: one of ``network(_:)`` and ``accountNetwork(_:)`` is its own, and
/// the other one refuses.
package protocol NetworkUse: Sendable, Hashable {
    /// The name after `use:`. A kind for addresses and one for named accounts may share a name.
    static var name: String { get }

    /// Whether it is for coins with named accounts; otherwise for those with addresses.
    static var servesAccounts: Bool { get }

    /// Whether it is an embedded practice ledger, with practice money (S14), which uses no network.
    static var isPractice: Bool { get }

    /// Its settings in addition to `use:`. ``networkKey`` is among them where it knows several networks of a coin.
    static var keys: [String] { get }

    /// Reads these settings; nil if anything is wrong with them, which is noted.
    /// - Parameter network: what ``networkKey`` says, or the network of real money.
    static func read(
        _ fields: Fields, of coin: CoinDescriptor, on network: NetworkKind, _ document: inout DocumentReader
    ) -> CoinNetwork?

    /// The network of a coin with addresses.
    func network(_ context: NetworkContext) throws(ServiceError) -> ConfiguredNetwork

    /// The network of a coin with named accounts, with the person's account there.
    func accountNetwork(_ context: NetworkContext) throws(ServiceError) -> AccountNetwork

    /// Starts what will be asked, so that it is ready when a link is read. It connects to nothing before that (S13).
    func start(_ context: NetworkContext)

    /// What `router doctor` finds: whether a payment over it would work. Each check takes five seconds at most.
    func checks(_ context: NetworkContext) async -> [HealthCheck]
}

extension NetworkUse {
    /// The setting that tells which of a coin's networks is meant. It is read for all who have it.
    package static var networkKey: String { "network" }
    /// False: most networks are real.
    package static var isPractice: Bool { false }
    package var isPractice: Bool { Self.isPractice }
    package var name: String { Self.name }

    /// Refuses, as reading the settings does already.
    package func network(_ context: NetworkContext) throws(ServiceError) -> ConfiguredNetwork {
        throw unsupported(context)
    }

    /// Refuses, as reading the settings does already.
    package func accountNetwork(_ context: NetworkContext) throws(ServiceError) -> AccountNetwork {
        throw unsupported(context)
    }

    package func start(_ context: NetworkContext) {}

    package func checks(_ context: NetworkContext) async -> [HealthCheck] { [] }

    private func unsupported(_ context: NetworkContext) -> ServiceError {
        ServiceError(.unsupportedNetwork, "“use: \(name)” does not support \(context.coin.title).")
    }
}
