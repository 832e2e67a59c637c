import RouterDash
import RouterWallet
import SchemeRouter

/// The masternode keys of one coin, on the network that the person chose for it.
struct MasternodeKeys {
    let coin: CoinDescriptor
    let chain: ChainID
    let parameters: NetworkParameters
    /// The kinds of keys that the coin has.
    let kinds: [MasternodeKeyKind]
    private let context: AppContext

    /// - Parameter id: the coin's; nil for the only coin with such keys that has a network.
    init(of id: String?, _ context: AppContext) throws {
        let coins = context.configuration.networks.keys.compactMap { context.routes.coins[$0] }
            .filter { !context.masternodeKeys(of: $0).isEmpty }
        coin = try coins.count == 1 && id == nil ? coins[0] : context.coinWithNetwork(id)
        kinds = context.masternodeKeys(of: coin)
        guard !kinds.isEmpty else {
            throw ServiceError(.unsupported, "\(coin.title) has no masternode keys.", hint: "Dash and Axe have them.")
        }
        let network = try context.networks.network(of: coin)
        guard let parameters = coin.networks[network.id.network] else {
            throw ServiceError(
                .unsupportedNetwork, "\(coin.title) has no network “\(network.id.network.rawValue)” in schemes.yaml.")
        }
        chain = network.id
        self.parameters = parameters
        self.context = context
    }

    /// Returns a kind that the person named. Throws if the coin does not have it.
    func checked(_ kind: MasternodeKeyKind) throws(ServiceError) -> MasternodeKeyKind {
        guard kinds.contains(kind) else {
            let names = kinds.map(\.rawValue).joined(separator: ", ")
            throw ServiceError(
                .unsupported, "\(coin.title) has no \(kind.rawValue) keys.", hint: "It has these: \(names).")
        }
        return kind
    }

    func branch(_ kind: MasternodeKeyKind) -> KeyBranch { kind.branch(coinType: parameters.coinType, on: chain) }

    func use(of kind: MasternodeKeyKind) throws(ServiceError) -> KeyUse {
        try context.wallet.use(of: branch(kind), on: chain)
    }

    func mark(_ number: UInt32, of kind: MasternodeKeyKind, isUsed: Bool) throws(ServiceError) -> Bool {
        try context.wallet.mark(number, of: branch(kind), on: chain, isUsed: isUsed)
    }

    /// Throws if no key with that number can be shown or marked.
    func check(_ number: UInt32, of kind: MasternodeKeyKind) throws {
        let numbers = try use(of: kind).numbers
        guard numbers.contains(number) else {
            throw UsageError("INDEX must be between \(numbers.lowerBound) and \(numbers.upperBound).")
        }
    }

    /// The first public keys of some kinds. Asks for the passcode once if they are not known yet.
    func publicKeys(_ counts: [(kind: MasternodeKeyKind, count: Int)]) async throws -> [[[UInt8]]] {
        let wallet = context.wallet
        func known() throws(ServiceError) -> [[[UInt8]]]? {
            var all: [[[UInt8]]] = []
            for (kind, count) in counts {
                let keys = try wallet.publicKeys(of: branch(kind))
                guard keys.count >= count else { return nil }
                all.append(Array(keys.prefix(count)))
            }
            return all
        }
        if let keys = try known() { return keys }
        let unlocked = try await unlock(
            "Public masternode keys of \(coin.title) are computed for the first time. Type your passcode.")
        try unlocked.notePublicKeys(counts.map { (branch($0.kind), $0.count + KeyUse.ahead) })
        guard let keys = try known() else {
            throw ServiceError(.cannotWrite, "The public keys could not be saved in \(wallet.directory).")
        }
        return keys
    }

    /// Asks for the passcode and unlocks the wallet with it.
    func unlock(_ question: String) async throws -> UnlockedWallet {
        try WalletKeyring(files: context.wallet).checkReady()
        let passcode = try await SecretQuestions(prompt: try context.prompt()).passcode(
            (chain.isPractice ? "PRACTICE – no real money\n\n" : "") + question)
        return try context.wallet.unlock(with: passcode)
    }
}

extension AppContext {
    /// The kinds of masternode keys that a coin has; none for most coins.
    func masternodeKeys(of coin: CoinDescriptor) -> [MasternodeKeyKind] {
        (Self.plugins(options.additions)[coin.plugin] as? any DashLikeCoin)?.masternodeKeys ?? []
    }

    /// The masternode keys of all coins on all their networks, including practice: the first ones are known from the
    /// start.
    var masternodeBranches: Set<KeyBranch> {
        var branches: Set<KeyBranch> = []
        for coin in routes.coinList {
            for network in coin.networks.keys {
                for isPractice in [false, true] {
                    let chain = ChainID(coin: coin.id, network: network, isPractice: isPractice)
                    guard let coinType = coin.networks[network]?.coinType else { continue }
                    for kind in masternodeKeys(of: coin) {
                        branches.insert(kind.branch(coinType: coinType, on: chain))
                    }
                }
            }
        }
        return branches
    }
}
