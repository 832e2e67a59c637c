/// One coin as `schemes.yaml` describes it.
public struct CoinDescriptor: Sendable, Hashable, CoinFacts {
    /// Its id, `dash`.
    public let id: CoinID
    /// Name for people, `Dash`.
    public let title: String
    /// Short name shown after amounts, `DASH`.
    public let ticker: String
    /// Name of the smallest unit, `duff`; empty for money in named accounts, whose contracts name none.
    public let unit: String
    /// Fraction digits of one whole coin, 0…18.
    public let decimals: Int
    /// The largest amount that can exist.
    public let maxMoney: Amount
    /// The smallest output that nodes relay; zero if there is no limit, as with named accounts.
    public let dust: Amount
    /// Fees for 1,000 bytes of transaction; zero with named accounts, which pay none.
    public let feePerKB: FeeRange
    /// The number of blocks before coinbase outputs can be spent (`COINBASE_MATURITY` of the coin's node); 0 with named
    /// accounts.
    public let coinbaseMaturity: Int
    /// How its transactions are written; plain with named accounts.
    public let transactions: TransactionForm
    /// Whether the coin's network locks payments within seconds.
    public let hasLock: Bool
    /// Whether wallets of the coin that are older than BIP44 kept money at `m/0'` (``AccountName/old``). Only one coin
    /// can have it (S12).
    public let hasOldAccount: Bool
    /// Whether wallets of the coin keep mixed money in a separate account
    /// (``DerivationPath/mixing(coinType:account:)``).
    public let hasMixingAccount: Bool
    /// Name of the plugin that handles the coin; several coins may share one.
    public let plugin: String
    /// Parameters of each of the coin's networks; none for money in named accounts.
    public internal(set) var networks: CoinNetworks
    /// The chain whose named accounts hold the coin's money; nil for money at addresses.
    public internal(set) var accountChain: AccountChainParameters?
    /// Whether no wallet here supports the coin, so that its links are only checked and handed over.
    public let isHandOverOnly: Bool
    /// The kinds of its addresses, with their networks, if ``isHandOverOnly``; otherwise those that the wallet here knows and
    /// cannot pay.
    public let addresses: [AddressForm]
    /// Its position in its file; nil for a coin without one.
    public internal(set) var origin: SourceLocation?
    /// The descriptors that it is based on and that tightened it.
    public internal(set) var lineage: Lineage

    /// Fee rates in the smallest unit for 1,000 bytes.
    public struct FeeRange: Sendable, Hashable {
        /// Nodes do not relay below this rate.
        public let min: Amount
        /// The rate if the network gives no estimate.
        public let normal: Amount
        /// The person is warned above this rate (S16).
        public let high: Amount
        /// Nothing is signed above this rate (S11).
        public let max: Amount

        /// Creates a range with `min <= normal <= high <= max`.
        /// - Parameters:
        ///   - min: nodes do not relay below this rate.
        ///   - normal: the rate if the network gives no estimate.
        ///   - high: nil if no rate up to `max` needs a warning.
        ///   - max: nothing is signed above this rate.
        public init(min: Amount, normal: Amount, high: Amount? = nil, max: Amount) {
            self.min = min
            self.normal = normal
            self.high = high ?? max
            self.max = max
        }
    }

    /// Bitcoin's, which nearly all other coins use.
    public static let usualMaturity = 100

    /// Creates a coin; the descriptor reader checks the values.
    public init(
        id: CoinID, title: String, ticker: String, unit: String, decimals: Int, maxMoney: Amount, dust: Amount,
        feePerKB: FeeRange, coinbaseMaturity: Int = CoinDescriptor.usualMaturity,
        transactions: TransactionForm = .plain, hasLock: Bool,
        hasOldAccount: Bool = false, hasMixingAccount: Bool = false, plugin: String, networks: CoinNetworks,
        accountChain: AccountChainParameters? = nil, isHandOverOnly: Bool = false, addresses: [AddressForm] = [],
        origin: SourceLocation? = nil, lineage: Lineage = Lineage()
    ) {
        self.id = id
        self.title = title
        self.ticker = ticker
        self.unit = unit
        self.decimals = decimals
        self.maxMoney = maxMoney
        self.dust = dust
        self.feePerKB = feePerKB
        self.coinbaseMaturity = coinbaseMaturity
        self.transactions = transactions
        self.hasLock = hasLock
        self.hasOldAccount = hasOldAccount
        self.hasMixingAccount = hasMixingAccount
        self.plugin = plugin
        self.networks = networks
        self.accountChain = accountChain
        self.isHandOverOnly = isHandOverOnly
        self.addresses = addresses
        self.origin = origin
        self.lineage = lineage
    }
}

extension CoinDescriptor {
    /// A placeholder for the coin of a scheme without one, such as a scheme for bank accounts.
    static func none(of scheme: SchemeDescriptor) -> CoinDescriptor {
        CoinDescriptor(
            id: CoinID(scheme.name), title: scheme.title, ticker: "", unit: "", decimals: 0, maxMoney: .largest,
            dust: .zero, feePerKB: FeeRange(min: .zero, normal: .zero, max: .zero), hasLock: false,
            plugin: LinkRules.plugin, networks: [:], isHandOverOnly: true, origin: scheme.origin)
    }
}
