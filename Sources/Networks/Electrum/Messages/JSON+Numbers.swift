import ExactJSON
import RouterNetworkBackend
import SchemeRouter

extension JSON {
    /// A number without a fraction that fits the type; nil for anything else.
    func wholeNumber<Number: FixedWidthInteger>() -> Number? {
        guard case .number(let number) = self else { return nil }
        return try? number.decimal.units(decimals: 0)
    }

    /// A block height; nil for anything else.
    var blockHeight: BlockHeight? { wholeNumber().flatMap { BlockHeight($0) } }

    /// A block as its notification describes it; nil for anything else.
    var newestBlock: NewestBlock? {
        guard let height = self["height"]?.blockHeight else { return nil }
        let header = self["hex"]?.hexBytes
        return NewestBlock(height, at: header.flatMap(JSON.time(inHeader:)))
    }

    /// The time in a block's header, which its miner set; nil if there is none.
    static func time(inHeader header: [UInt8]) -> UnixTime? {
        guard header.count >= 80 else { return nil }
        return header[68..<72].reversed().reduce(0) { $0 << 8 | UnixTime($1) }
    }

    /// A fee in whole coins, such as `1e-05`, rounded up to units of 10^-`decimals` coins; nil for anything else.
    /// Estimates are calculated, so they can have more digits than the coin.
    func fee(decimals: Int) -> Amount? {
        let (digits, scale) = (18, 1_000_000_000_000_000_000 as Int128)
        guard case .number(let number) = self, !number.decimal.isNegative,
            let fine: Int128 = try? number.decimal.units(decimals: decimals + digits)
        else { return nil }
        let (whole, rest) = fine.quotientAndRemainder(dividingBy: scale)
        return Int64(exactly: rest > 0 ? whole + 1 : whole).flatMap { Amount(units: $0) }
    }

    /// The bytes that a string of hexadecimal digits encodes; nil for anything else.
    var hexBytes: [UInt8]? { string.flatMap { [UInt8](hexDigits: $0) } }

    /// A transaction id; nil for anything else.
    var transactionID: TransactionID? { string.flatMap { TransactionID(hex: $0) } }
}
