import ExactJSON
import SchemeRouter

extension JSON {
    /// An amount in whole coins, as nodes write it, converted to the coin's smallest unit: from its digits, never
    /// rounded (S9). Nil if it is negative or not a valid amount.
    func amount(of coin: CoinDescriptor) -> Amount? {
        guard case .number(let number) = self,
            let units = try? number.decimal.units(decimals: coin.decimals, as: Int64.self)
        else { return nil }
        return Amount(units: units)
    }

    /// A whole number within ±2^53, beyond which JSON numbers are not exact; nil for anything else. Sums and
    /// differences of a few such numbers always fit.
    var integer: Int? {
        guard case .number(let number) = self, let value = Int(number.text), value.magnitude <= 1 << 53 else {
            return nil
        }
        return value
    }

    /// A block height; nil for anything else.
    var blockHeight: BlockHeight? { integer.flatMap { BlockHeight($0) } }

    /// The number of confirmations: 0 if unconfirmed, negative if another transaction replaced it. Nil for anything
    /// else.
    var confirmations: Int? { integer.flatMap { $0.magnitude <= BlockHeight.limit ? $0 : nil } }

    /// A block time, in seconds since 1970; nil for anything else.
    var blockTime: UnixTime? { integer.flatMap { UInt32(exactly: $0) }.map(UnixTime.init) }

    var isTrue: Bool { self == .bool(true) }

    /// The bytes of a string of hexadecimal digits.
    var hexBytes: [UInt8]? { string.flatMap { [UInt8](hexDigits: $0) } }
}
