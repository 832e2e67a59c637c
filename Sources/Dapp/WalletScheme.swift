import RouterLinks

/// What a requesting app needs to know about the links of one scheme.
///
/// The constants are the schemes of `schemes.yaml` that this package's wallet supports. Describe another wallet's links
/// with ``init(name:coin:grammar:actions:)``.
public struct WalletScheme: Sendable, Hashable {
    /// The scheme in lower case, `dashwallet`.
    public let name: String
    /// The coin of its links.
    public let coin: WalletCoin
    /// How its links are written.
    public let grammar: LinkGrammar
    /// What its links may request, each with its parameters.
    public let actions: ActionRules

    public init(name: String, coin: WalletCoin, grammar: LinkGrammar, actions: ActionRules) {
        self.name = name
        self.coin = coin
        self.grammar = grammar
        self.actions = actions
    }

    /// `dashwallet:`, for the wallets of Dash.
    public static let dashWallet = WalletScheme(walletOf: .dash, name: "dashwallet")
    /// `axewallet:`, for the wallets of Axe.
    public static let axeWallet = WalletScheme(walletOf: .axe, name: "axewallet")
    /// `dash:`, for any wallet of Dash.
    public static let dash = WalletScheme(paymentsOf: .dash, name: "dash", replies: true)
    /// `axe:`, for any wallet of Axe.
    public static let axe = WalletScheme(paymentsOf: .axe, name: "axe", replies: true)
    /// `bitcoin:`, for any wallet of Bitcoin.
    public static let bitcoin = WalletScheme(paymentsOf: .bitcoin, name: "bitcoin")
    /// `litecoin:`, for any wallet of Litecoin.
    public static let litecoin = WalletScheme(paymentsOf: .litecoin, name: "litecoin")
    /// `dogecoin:`, for any wallet of Dogecoin.
    public static let dogecoin = WalletScheme(paymentsOf: .dogecoin, name: "dogecoin")

    /// All of these.
    public static let all = [dashWallet, axeWallet, dash, axe, bitcoin, litecoin, dogecoin]

    /// What the wallets of Dash and Axe document (Documentation/protocols/dash-axe.md §1.1).
    private init(walletOf coin: WalletCoin, name: String) {
        let optional: [ParameterName] = [.amount, .lock, .label, .message, .paymentRequest, .data]
        self.init(
            name: name, coin: coin, grammar: .authorityParameters,
            actions: [
                .payment: Self.rules(required: [.pay, .sender], optional),
                .address: Self.rules(required: [.request, .sender]),
                .masterPublicKey: Self.rules(required: [.request, .sender], [.account]),
                .scanQR: [],
            ])
    }

    /// BIP21 and BIP321, with the extensions of the Dash family: a lock, a sender that gets an answer, and a
    /// memo on the chain.
    private init(paymentsOf coin: WalletCoin, name: String, replies: Bool = false) {
        let names: [ParameterName] = [.amount, .label, .message, .paymentRequest, .proofOfPayment]
        self.init(
            name: name, coin: coin, grammar: .bip21,
            actions: [.payment: Self.rules(names + (coin.hasLock ? [.lock] : []) + (replies ? [.sender, .data] : []))])
    }

    private static func rules(required: [ParameterName] = [], _ optional: [ParameterName] = []) -> [ParameterRule] {
        required.map { ParameterRule(name: $0, isRequired: true) }
            + optional.map { ParameterRule(name: $0, isRequired: false) }
    }
}

/// The schemes of wallets, which must not receive answers (S4).
enum KnownSchemes {
    /// Whether a scheme is one of `schemes.yaml`, in any case.
    @Sendable static func contains(_ scheme: String) -> Bool { names.contains(scheme.lowercased()) }

    static let names: Set<String> = [
        "algorand", "aopp", "axe", "axewallet", "bank", "bchreg", "bchtest", "bitcoin", "bitcoincash", "cip30dl",
        "cosmos", "dash", "dash-key", "dash-st", "dashpay", "dashwallet", "dogecoin", "ecash", "ectest", "esr", "eth",
        "ethereum", "groestlcoin", "kaspa", "kaspadev", "kaspasim", "kaspatest", "keyauth", "lightning",
        "liquidnetwork", "liquidtestnet", "litecoin", "lnurla", "lnurlc", "lnurlp", "lnurlw", "metamask", "monero",
        "monero-wallet", "mykey", "nano", "nanokey", "nanoseed", "nostr+walletconnect", "nostrnwc",
        "nostrwalletconnect", "pay", "payto", "phantom", "polkadot", "ripple", "simplewallet", "solana", "substrate",
        "taler", "taler+http", "tezos", "ton", "tron", "trust", "upi", "ur", "wc", "web+cardano", "web+esr",
        "web+stellar", "web+tezos", "xrp", "xrpl", "zcash",
    ]
}

/// What a requesting app needs to know about a coin.
public struct WalletCoin: CoinFacts, Hashable {
    /// Its id, `dash`.
    public let id: CoinID
    /// Name for people, `Dash`.
    public let title: String
    /// Short name shown after amounts, `DASH`.
    public let ticker: String
    /// Fraction digits of one whole coin, 0…18.
    public let decimals: Int
    /// The largest amount that can exist.
    public let maxMoney: Amount
    /// The smallest output that nodes relay.
    public let dust: Amount
    /// Whether the coin's network locks payments within seconds.
    public let hasLock: Bool
    /// The prefixes of segwit addresses on its networks (BIP173), in no order; empty for a coin without segwit.
    public let bech32Prefixes: [String]

    /// Creates a coin. Defaults are Bitcoin's.
    public init(
        id: CoinID, title: String, ticker: String, decimals: Int = 8,
        maxMoney: Amount = WalletCoin.bitcoinMoney, dust: Amount = WalletCoin.bitcoinDust, hasLock: Bool = false,
        bech32Prefixes: [String] = []
    ) {
        self.id = id
        self.title = title
        self.ticker = ticker
        self.decimals = decimals
        self.maxMoney = maxMoney
        self.dust = dust
        self.hasLock = hasLock
        self.bech32Prefixes = bech32Prefixes
    }

    /// All bitcoins that can exist, 21 million, in satoshi.
    public static let bitcoinMoney = units(2_100_000_000_000_000)
    /// The smallest output that Bitcoin's nodes relay, in satoshi.
    public static let bitcoinDust = units(546)

    public static let dash = WalletCoin(id: "dash", title: "Dash", ticker: "DASH", hasLock: true)
    public static let axe = WalletCoin(id: "axe", title: "Axe", ticker: "AXE", hasLock: true)
    public static let bitcoin = WalletCoin(
        id: "bitcoin", title: "Bitcoin", ticker: "BTC", bech32Prefixes: ["bc", "tb", "bcrt"])
    public static let litecoin = WalletCoin(
        id: "litecoin", title: "Litecoin", ticker: "LTC", maxMoney: units(8_400_000_000_000_000), dust: units(5_460),
        bech32Prefixes: ["ltc", "tltc", "rltc"])
    public static let dogecoin = WalletCoin(
        id: "dogecoin", title: "Dogecoin", ticker: "DOGE", maxMoney: units(1_000_000_000_000_000_000),
        dust: units(1_000_000))

    private static func units(_ number: Int64) -> Amount { Amount(units: number) ?? .zero }

    /// Whether an address is bech32 (BIP173) for one of the coin's networks: then it is not case-sensitive.
    func hasBech32Form(_ address: String) -> Bool {
        let text = address.lowercased()
        return bech32Prefixes.contains { text.hasPrefix("\($0)1") }
    }
}
