import SchemeRouter

/// Searches a network for the accounts that an unlocked wallet has used, and records them (BIP44 "Account discovery").
/// This is how a restored wallet finds its money.
public struct AccountDiscovery {
    /// No wallet has this many accounts. A network that reports more is lying.
    static let mostAccounts: UInt32 = 1_000

    /// An account that was used.
    public struct Found: Sendable {
        /// The account's name.
        public let name: AccountName
        /// Its path on a real network; an account with a number has several.
        public let path: DerivationPath
        /// What it holds now, and its used addresses.
        public let whole: WholeSurvey
    }

    /// Accounts that are searched one after another, up to the first that was not used.
    public struct Family: Sendable {
        /// The pattern of their paths, such as `m/84'/0'/account'`.
        public let text: String
        /// The path of the account with this number; nil for all but the first if there is only one.
        let path: @Sendable (UInt32) -> DerivationPath?

        init(_ paths: @escaping AccountPaths.Family, _ coinType: UInt32) {
            let first = paths(coinType, 0)
            text = "\(DerivationPath(Array(first.steps.dropLast())))/account'"
            path = { paths(coinType, $0) }
        }

        init(_ path: DerivationPath) {
            text = path.description
            self.path = { $0 == 0 ? path : nil }
        }
    }

    private let wallet: UnlockedWallet
    private let gap: UInt32

    /// A search in `wallet`.
    /// - Parameters:
    ///   - wallet: the wallet to search with.
    ///   - gap: see ``WalletKeyring/init(files:gap:)``.
    public init(in wallet: UnlockedWallet, gap: UInt32? = nil) {
        self.wallet = wallet
        self.gap = gap ?? AddressSearch.gapLimit
    }

    /// All accounts that this program knows of for a coin.
    public static func families(of coin: CoinDescriptor, on network: NetworkParameters) -> [Family] {
        var families = AccountPaths.families(of: network).map { Family($0, network.coinType) }
        if coin.hasMixingAccount { families.append(Family(DerivationPath.mixing(coinType:account:), network.coinType)) }
        if coin.hasOldAccount { families.append(Family(.bip32(account: 0))) }
        return families
    }

    /// The used accounts of these families: in each, by number up to the first unused one. Each is recorded as soon as
    /// it is found, so that an interrupted search keeps its results.
    /// - Parameters:
    ///   - coin: the coin.
    ///   - network: the network to search.
    ///   - families: by default, those of ``families(of:on:)``.
    ///   - progress: receives the progress of the search.
    public func accounts(
        of coin: CoinDescriptor, on network: ConfiguredNetwork, among families: [Family]? = nil,
        progress: ProgressReport?
    ) async throws(ServiceError) -> [Found] {
        guard let parameters = coin.networks[network.id.network] else {
            throw ServiceError(.unsupportedNetwork, "\(coin.title) has no such network.")
        }
        var found: [Found] = []
        for family in families ?? Self.families(of: coin, on: parameters) {
            for number in 0...Self.mostAccounts {
                guard let path = family.path(number), let account = try await used(path, coin, network, progress) else {
                    break
                }
                found.append(account)
                guard number < Self.mostAccounts else {
                    throw ServiceError(
                        .refusedByCheck, "The network reports too many used accounts of \(coin.title).")
                }
            }
        }
        return found
    }

    /// The account at a path that the person gives, used or not.
    ///
    /// Throws `ServiceError/Code/refusedByCheck` if the coin has no account there.
    public static func family(
        at path: DerivationPath, of coin: CoinDescriptor, on network: ConfiguredNetwork
    ) throws(ServiceError) -> Family {
        guard let parameters = coin.networks[network.id.network] else {
            throw ServiceError(.unsupportedNetwork, "\(coin.title) has no such network.")
        }
        _ = try AccountPaths.existing(AccountName(at: path), of: coin, parameters, on: network.id)
        return Family(path)
    }

    private func used(
        _ path: DerivationPath, _ coin: CoinDescriptor, _ network: ConfiguredNetwork, _ progress: ProgressReport?
    ) async throws(ServiceError) -> Found? {
        let reader = try wallet.account(AccountName(at: path), of: coin, on: network, gap: gap)
        let whole = try await reader.wholeSurvey(progress: progress)
        guard !whole.usedScripts.isEmpty else { return nil }
        try wallet.note(reader.name, of: coin, on: network.id)
        reader.saveKeys()
        return Found(
            name: AccountName(ofKeyAt: path.appending(0, 0)) ?? reader.name, path: path, whole: whole)
    }
}
