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
    /// The same coin on a network that locks nothing.
    public var withoutLock: CoinDescriptor {
        CoinDescriptor(
            id: id, title: title, ticker: ticker, unit: unit, decimals: decimals, maxMoney: maxMoney, dust: dust,
            feePerKB: feePerKB, coinbaseMaturity: coinbaseMaturity, hasLock: false, plugin: plugin, networks: networks)
    }
}
