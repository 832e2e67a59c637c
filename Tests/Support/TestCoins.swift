import SchemeRouter

/// A coin for tests that need one and no descriptor file.
extension CoinDescriptor {
    public static let dash = CoinDescriptor(
        id: "dash", title: "Dash", ticker: "DASH", unit: "duff", decimals: 8,
        maxMoney: Amount(units: 2_100_000_000_000_000)!, dust: Amount(units: 546)!,
        feePerKB: .init(min: Amount(units: 1_000)!, normal: Amount(units: 1_000)!, max: Amount(units: 10_000_000)!),
        hasLock: true, plugin: "dash",
        networks: [
            .main: NetworkParameters(
                p2pkh: 76, p2sh: [16], wif: 204, xpub: 0x0488_B21E, xprv: 0x0488_ADE4, bech32: nil, coinType: 5),
            .test: NetworkParameters(
                p2pkh: 140, p2sh: [19], wif: 239, xpub: 0x0435_87CF, xprv: 0x0435_8394, bech32: nil, coinType: 1),
        ])
}

extension CoinDescriptor {
    /// A coin at addresses.
    public init(
        id: CoinID, title: String, ticker: String, unit: String, decimals: Int, maxMoney: Amount, dust: Amount,
        feePerKB: AddressLedger.FeeRange, coinbaseMaturity: Int = AddressLedger.usualMaturity, hasLock: Bool,
        hasOldAccount: Bool = false, plugin: String, networks: CoinNetworks
    ) {
        self.init(
            id: id, title: title, ticker: ticker, decimals: decimals, plugin: plugin,
            ledger: .addresses(
                AddressLedger(
                    unit: unit, maxMoney: maxMoney, dust: dust, feePerKB: feePerKB, coinbaseMaturity: coinbaseMaturity,
                    hasLock: hasLock, hasOldAccount: hasOldAccount, networks: networks)))
    }

    /// EOS, on a chain with this id.
    public static func eos(
        chainID: [UInt8] = [UInt8](repeating: 1, count: 32), coinType: UInt32 = 194, plugin: String = "mykey",
        ticker: String = "EOS"
    ) -> CoinDescriptor {
        CoinDescriptor(
            id: "eos", title: "EOS", ticker: ticker, decimals: 4, plugin: plugin,
            ledger: .accounts(AccountChainParameters(chainID: chainID, coinType: coinType)))
    }

    /// A copy at other addresses, or with other rules. The coin must be one at addresses.
    public func with(
        dust: Amount? = nil, feePerKB: AddressLedger.FeeRange? = nil, coinbaseMaturity: Int? = nil,
        hasLock: Bool? = nil, hasOldAccount: Bool? = nil
    ) -> CoinDescriptor {
        let old = addressLedger!
        return CoinDescriptor(
            id: id, title: title, ticker: ticker, unit: old.unit, decimals: decimals, maxMoney: old.maxMoney,
            dust: dust ?? old.dust, feePerKB: feePerKB ?? old.feePerKB,
            coinbaseMaturity: coinbaseMaturity ?? old.coinbaseMaturity, hasLock: hasLock ?? old.hasLock,
            hasOldAccount: hasOldAccount ?? old.hasOldAccount, plugin: plugin, networks: old.networks)
    }

    /// The same coin on a network that locks nothing.
    public var withoutLock: CoinDescriptor { with(hasLock: false) }
}
