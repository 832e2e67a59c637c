/// What a Bitcoin-like coin has where its descriptor says nothing.
package enum CoinDefaults {
    package static let unit = "satoshi"
    package static let decimals = 8
    /// In whole coins.
    package static let maxMoney = "21000000"
    /// Bitcoin Core's for a P2PKH output; this and the fees are in the smallest unit.
    package static let dust: Int64 = 546
    /// 1, 10, 100 and 1,500 satoshi a byte: fees of Bitcoin were above 100 on few days, and hardly ever above 1,000.
    package static let fees: (min: Int64, normal: Int64, high: Int64, max: Int64) = (1_000, 10_000, 100_000, 1_500_000)
    package static let maturity = Int64(CoinDescriptor.usualMaturity)
    package static let plugin = "bitcoin-like"
}
