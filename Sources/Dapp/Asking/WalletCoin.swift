import RouterLinks

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

    /// Dash.
    public static let dash = WalletCoin(id: "dash", title: "Dash", ticker: "DASH", hasLock: true)
    /// Axe.
    public static let axe = WalletCoin(id: "axe", title: "Axe", ticker: "AXE", hasLock: true)
    /// Bitcoin.
    public static let bitcoin = WalletCoin(
        id: "bitcoin", title: "Bitcoin", ticker: "BTC", bech32Prefixes: ["bc", "tb", "bcrt"])
    /// Litecoin.
    public static let litecoin = WalletCoin(
        id: "litecoin", title: "Litecoin", ticker: "LTC", maxMoney: units(8_400_000_000_000_000), dust: units(5_460),
        bech32Prefixes: ["ltc", "tltc", "rltc"])
    /// Dogecoin.
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
