import ExactJSON
import SchemeRouter

extension JSON {
    /// A number without a fraction that fits the type; nil for anything else.
    func wholeNumber<Number: FixedWidthInteger>() -> Number? {
        guard case .number(let number) = self else { return nil }
        return try? number.decimal.units(decimals: 0)
    }

    /// A block height; nil for anything else.
    var blockHeight: BlockHeight? { wholeNumber().flatMap { BlockHeight($0) } }

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
