import ExactJSON
import SchemeRouter

extension JSON {
    /// An amount in whole coins, as nodes write it, in the coin's smallest unit: from its digits, never rounded (S9).
    /// Nil if it is negative or no such number.
    func amount(of coin: CoinDescriptor) -> Amount? {
        guard case .number(let number) = self,
            let units = try? number.decimal.units(decimals: coin.decimals, as: Int64.self)
        else { return nil }
        return Amount(units: units)
    }

    /// A whole number within ±2^53, beyond which JSON means nothing certain; nil for anything else. Sums and differences
    /// of a few such numbers always fit.
    var integer: Int? {
        guard case .number(let number) = self, let value = Int(number.text), value.magnitude <= 1 << 53 else {
            return nil
        }
        return value
    }

    /// The number of a block; nil for anything else.
    var blockHeight: BlockHeight? { integer.flatMap { BlockHeight($0) } }

    /// How many blocks confirm something: 0 while it waits, below 0 if another transaction took its place. Nil for
    /// anything else.
    var confirmations: Int? { integer.flatMap { $0.magnitude <= BlockHeight.limit ? $0 : nil } }

    /// A time as blocks have it, in seconds since 1970; nil for anything else.
    var blockTime: UnixTime? { integer.flatMap { UInt32(exactly: $0) }.map(UnixTime.init) }

    var isTrue: Bool { self == .bool(true) }

    /// The bytes of a string of hexadecimal digits.
    var hexBytes: [UInt8]? { string.flatMap { [UInt8](hexDigits: $0) } }
}
