import RouterBitcoinFormat
import SchemeRouter

/// Searches a network for the accounts that an unlocked wallet has used, and records them (BIP44 "Account discovery").
/// This is how a restored wallet finds its money.
public struct AccountDiscovery {
    /// No wallet has this many accounts. A network that reports more is lying.
    static let mostAccounts: UInt32 = 1_000

    /// An account that was used.
    public struct Found: Sendable {
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
        guard let ledger = coin.addressLedger else { return families }
        if ledger.hasMixingAccount {
            families.append(Family(DerivationPath.mixing(coinType:account:), network.coinType))
        }
        if ledger.hasOldAccount { families.append(Family(.bip32(account: 0))) }
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

/// The search for the used addresses of one branch of an account (BIP44): which to ask about next, and when to stop.
///
/// It knows no network. The first question covers all addresses examined before, so that searching a known account
/// again takes one question. If that is not enough, each further question covers as many more addresses as are used
/// already, so that thousands take only a few.
struct AddressSearch: Sendable {
    /// BIP44: the search ends after this many unused addresses in a row. Every wallet searches this far.
    static let gapLimit: UInt32 = 20
    /// The gaps that a person can choose.
    static let gaps: ClosedRange<UInt32> = gapLimit...10_000
    /// No account uses more addresses of one branch. A network that reports more is lying, and would make the search
    /// endless.
    static let mostAddresses: UInt32 = 20_000
    /// The most addresses in one question.
    static let largestStep: UInt32 = 1_000

    private(set) var used: [UInt32] = []
    /// Every index below this has been asked about.
    private var asked: UInt32 = 0
    /// Every index from here on is beyond the gap.
    private var end: UInt32
    private let known: UInt32?
    private let gap: UInt32

    /// - Parameters:
    ///   - known: how many addresses were examined before; nil if the network answers at once, so that no question needs to
    ///     cover more than the gap.
    ///   - mark: how many addresses this wallet used itself: the gap begins after them, whatever the network says.
    ///   - gap: how many unused addresses in a row end the search.
    init(known: UInt32?, mark: UInt32 = 0, gap: UInt32 = Self.gapLimit) {
        self.known = known
        self.gap = gap
        // An impossible mark does not keep the search from ending.
        end = min(mark, Self.mostAddresses - gap) + gap
    }

    /// The addresses to ask about next; empty if the search is over.
    ///
    /// Throws `ServiceError/Code/refusedByCheck` if there would be more than an account can have.
    func next() throws(ServiceError) -> Range<UInt32> {
        guard asked < end else { return end..<end }
        guard end <= Self.mostAddresses else {
            throw ServiceError(
                .refusedByCheck,
                "The network reports more than \(Self.mostAddresses - gap) used addresses in one account."
            )
        }
        let ahead = known.map { max($0, 2 * (used.last ?? 0), end) } ?? end
        return asked..<min(ahead, asked + Self.largestStep, Self.mostAddresses)
    }

    /// Takes the answer: which addresses of ``next()`` are used, in order.
    mutating func take(_ answer: [UInt32], to range: Range<UInt32>) {
        for index in answer where index < end {
            used.append(index)
            end = max(end, index + 1 + gap)
        }
        asked = range.upperBound
    }

    /// The addresses that count: all up to the end of the gap.
    var indices: Range<UInt32> { 0..<end }
}

/// Proves that addresses were used, by whole transactions that pay them and whose hashes are their ids. Without one, an
/// address is used only by the server's word (S16).
struct UseProof {
    /// The most transactions that are examined, oldest first: an address is paid before it is spent from.
    private static let mostTransactions = 400

    let chain: any ChainReader
    let form: TransactionForm

    /// The `scripts` that a transaction pays. What the network does not answer proves nothing.
    /// - Parameter unspent: outputs that the network already reported.
    func paid(among scripts: [[UInt8]], unspent: [UnspentOutput]) async -> Set<[UInt8]> {
        let wanted = Set(scripts)
        let known = unspent.filter { wanted.contains($0.script) }
        var ids = Set(known.map(\.outpoint.transaction))
        let rest = wanted.subtracting(known.map(\.script))
        if !rest.isEmpty, let history = try? await chain.history(of: Array(rest)) {
            let oldest = history.sorted { $0.confirmations > $1.confirmations }
            ids.formUnion(oldest.prefix(Self.mostTransactions).map(\.id))
        }
        guard !ids.isEmpty, let whole = try? await chain.readable(ids, as: form) else { return [] }
        return whole.values.reduce(into: []) { paid, transaction in
            for output in transaction.outputs where wanted.contains(output.script) { paid.insert(output.script) }
        }
    }
}
