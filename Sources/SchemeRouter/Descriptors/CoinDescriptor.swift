/// One coin as `schemes.yaml` describes it.
public struct CoinDescriptor: Sendable, Hashable, CoinFacts {
    /// Its id, `dash`.
    public let id: CoinID
    /// Name for people, `Dash`.
    public let title: String
    /// Short name shown after amounts, `DASH`.
    public let ticker: String
    /// Fraction digits of one whole coin: 0…18, and to 30 for a coin of other programs.
    public let decimals: Int
    /// Name of the plugin that handles the coin; several coins may share one.
    public let plugin: String
    /// Where its money is, with everything that is known about it there.
    public internal(set) var ledger: CoinLedger
    /// Its position in its file; nil for a coin without one.
    public internal(set) var origin: SourceLocation?
    /// The descriptors that it is based on and that tightened it.
    public internal(set) var lineage: Lineage

    /// Creates a coin; the descriptor reader checks the values.
    public init(
        id: CoinID, title: String, ticker: String, decimals: Int, plugin: String, ledger: CoinLedger,
        origin: SourceLocation? = nil, lineage: Lineage = Lineage()
    ) {
        self.id = id
        self.title = title
        self.ticker = ticker
        self.decimals = decimals
        self.plugin = plugin
        self.ledger = ledger
        self.origin = origin
        self.lineage = lineage
    }
}

/// Where the money of a coin is. The payloads are boxed: descriptors are passed along with every link.
public indirect enum CoinLedger: Sendable, Hashable {
    /// At addresses, which a wallet of this program can have.
    case addresses(AddressLedger)
    /// In named accounts of one chain.
    case accounts(AccountChainParameters)
    /// In other programs' wallets only: links are checked and handed over.
    case foreign(ForeignLedger)
}

/// A ledger of outputs that belong to addresses.
public struct AddressLedger: Sendable, Hashable {
    /// Name of the smallest unit, `duff`.
    public let unit: String
    /// The largest amount that can exist.
    public let maxMoney: Amount
    /// The smallest output that nodes relay; zero if there is no limit.
    public let dust: Amount
    /// Fees for 1,000 bytes of transaction.
    public let feePerKB: FeeRange
    /// The number of blocks before coinbase outputs can be spent (`COINBASE_MATURITY` of the coin's node).
    public let coinbaseMaturity: Int
    /// How its transactions are written.
    public let transactions: TransactionForm
    /// Whether the network locks payments within seconds.
    public let hasLock: Bool
    /// Whether wallets of the coin that are older than BIP44 kept money at `m/0'` (``AccountName/old``). Only one coin
    /// can have it (S12).
    public let hasOldAccount: Bool
    /// Whether wallets of the coin keep mixed money in a separate account
    /// (``DerivationPath/mixing(coinType:account:)``).
    public let hasMixingAccount: Bool
    /// The parameters of each of its networks.
    public internal(set) var networks: CoinNetworks
    /// The kinds of addresses that the wallet here knows and cannot pay, on all networks.
    public let otherAddresses: [AddressForm]

    /// Bitcoin's maturity, which nearly all other coins use.
    public static let usualMaturity = 100

    /// Creates a ledger; the descriptor reader checks the values.
    public init(
        unit: String, maxMoney: Amount, dust: Amount, feePerKB: FeeRange,
        coinbaseMaturity: Int = AddressLedger.usualMaturity, transactions: TransactionForm = .plain,
        hasLock: Bool = false, hasOldAccount: Bool = false, hasMixingAccount: Bool = false, networks: CoinNetworks,
        otherAddresses: [AddressForm] = []
    ) {
        self.unit = unit
        self.maxMoney = maxMoney
        self.dust = dust
        self.feePerKB = feePerKB
        self.coinbaseMaturity = coinbaseMaturity
        self.transactions = transactions
        self.hasLock = hasLock
        self.hasOldAccount = hasOldAccount
        self.hasMixingAccount = hasMixingAccount
        self.networks = networks
        self.otherAddresses = otherAddresses
    }

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
}

/// What is known of a coin that other programs' wallets have.
public struct ForeignLedger: Sendable, Hashable {
    /// Name of the smallest unit; nil if the descriptor does not say it.
    public let unit: String?
    /// The largest amount that can exist; nil if the descriptor does not say it.
    public let maxMoney: Amount?
    /// The kinds of its addresses, on all of its networks.
    public let addresses: [AddressForm]

    public init(unit: String? = nil, maxMoney: Amount? = nil, addresses: [AddressForm] = []) {
        (self.unit, self.maxMoney, self.addresses) = (unit, maxMoney, addresses)
    }
}

extension CoinDescriptor {
    /// The ledger of its addresses; nil for a coin in accounts, or of other programs.
    public var addressLedger: AddressLedger? {
        if case .addresses(let ledger) = ledger { ledger } else { nil }
    }

    /// The chain whose named accounts hold the coin's money; nil for other coins.
    public var accountChain: AccountChainParameters? {
        if case .accounts(let chain) = ledger { chain } else { nil }
    }

    /// Whether no wallet here supports the coin, so that its links are only checked and handed over.
    public var isForeign: Bool {
        if case .foreign = ledger { true } else { false }
    }

    /// The name of the smallest unit; nil if nothing says it, as with named accounts, whose contracts name none.
    public var unit: String? {
        switch ledger {
        case .addresses(let ledger): ledger.unit
        case .accounts: nil
        case .foreign(let ledger): ledger.unit
        }
    }

    /// The largest amount that can exist; the largest number if nothing says it.
    public var maxMoney: Amount {
        switch ledger {
        case .addresses(let ledger): ledger.maxMoney
        case .accounts: .largest
        case .foreign(let ledger): ledger.maxMoney ?? .largest
        }
    }

    /// The smallest output that nodes relay; zero if there is no limit.
    public var dust: Amount {
        if case .addresses(let ledger) = ledger { ledger.dust } else { .zero }
    }

    /// Whether the coin's network locks payments within seconds.
    public var hasLock: Bool {
        if case .addresses(let ledger) = ledger { ledger.hasLock } else { false }
    }

    /// The parameters of its networks, for wallets here; none unless its money is at addresses.
    public var networks: CoinNetworks {
        if case .addresses(let ledger) = ledger { ledger.networks } else { CoinNetworks() }
    }

    /// The parameters of one of its ``networks``, without a copy of the others; nil if there is none.
    public func network(_ kind: NetworkKind) -> NetworkParameters? {
        if case .addresses(let ledger) = ledger { ledger.networks[kind] } else { nil }
    }

    /// The forms of its addresses, on all of its networks, whoever has its wallet.
    public var addresses: [AddressForm] {
        switch ledger {
        case .addresses(let ledger): ledger.networks.addressForms + ledger.otherAddresses
        case .accounts: []
        case .foreign(let ledger): ledger.addresses
        }
    }

    /// The kinds of its addresses that the wallet here knows and cannot pay; none unless its money is at addresses.
    package var otherAddresses: [AddressForm] { addressLedger?.otherAddresses ?? [] }
}

extension CoinDescriptor {
    /// A placeholder for the coin of a scheme without one, such as a scheme for bank accounts.
    static func none(of scheme: SchemeDescriptor) -> CoinDescriptor {
        CoinDescriptor(
            id: CoinID(scheme.name), title: scheme.title, ticker: "", decimals: 0, plugin: LinkRules.plugin,
            ledger: .foreign(ForeignLedger()), origin: scheme.origin)
    }
}
