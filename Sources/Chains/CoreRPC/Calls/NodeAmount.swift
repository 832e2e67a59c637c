import ExactJSON
import SchemeRouter

extension JSON {
    /// An amount in whole coins, as nodes write it, in the coin's smallest unit: from its digits, never rounded (S9).
    /// Nil where it is negative or no such number.
    func amount(of coin: CoinDescriptor) -> Amount? {
        guard case .number(let number) = self,
            let units = try? number.decimal.units(decimals: coin.decimals, as: Int64.self)
        else { return nil }
        return Amount(units: units)
    }

    /// A whole number that is not too large; nil for anything else.
    var integer: Int? {
        if case .number(let number) = self { return Int(number.text) }
        return nil
    }

    /// Whether it is `true`.
    var isTrue: Bool { self == .bool(true) }

    /// The bytes of a string of hexadecimal digits.
    var hexBytes: [UInt8]? { string.flatMap { [UInt8](hexDigits: $0) } }
}
