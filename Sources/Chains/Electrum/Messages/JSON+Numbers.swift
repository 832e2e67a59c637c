import ExactJSON
import SchemeRouter

extension JSON {
    /// A number without a fraction that fits; nil for anything else.
    func wholeNumber<Number: FixedWidthInteger>() -> Number? {
        guard case .number(let number) = self else { return nil }
        return try? number.decimal.units(decimals: 0)
    }

    /// A number of whole coins, such as `1e-05`, as an amount; nil where it is negative or more precise than that.
    func amount(decimals: Int) -> Amount? {
        guard case .number(let number) = self, let units: Int64 = try? number.decimal.units(decimals: decimals) else {
            return nil
        }
        return Amount(units: units)
    }

    /// The bytes that a string of hexadecimal digits stands for; nil for anything else.
    var hexBytes: [UInt8]? { string.flatMap { [UInt8](hexDigits: $0) } }

    /// The id of a transaction; nil for anything else.
    var transactionID: TransactionID? { string.flatMap { TransactionID(hex: $0) } }
}
