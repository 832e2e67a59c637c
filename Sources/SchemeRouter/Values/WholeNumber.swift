/// A whole number that may exceed 64 bits, such as an amount in wei: stored as digits, and only compared, added and
/// multiplied (S9).
public struct WholeNumber: Sendable, Hashable, Comparable, CustomStringConvertible {
    /// The most digits: 2^256 has 78.
    public static let mostDigits = 78

    /// The decimal digits, without leading zeros; empty for zero.
    private let digits: [UInt8]

    public static let zero = WholeNumber(trimmed: [])

    private init(trimmed digits: [UInt8]) { self.digits = digits }

    /// Reads ASCII digits; nil for anything else, an empty text, and numbers with more than ``mostDigits``.
    public init?(digits text: some Collection<UInt8>) {
        guard !text.isEmpty, text.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
        let digits = Array(text.drop { $0 == 0x30 })
        guard digits.count <= Self.mostDigits else { return nil }
        self.digits = digits
    }

    /// A number of 64 bits.
    public init(_ number: UInt64) { digits = number == 0 ? [] : Array(String(number).utf8) }

    /// 2 to this power, at most 256.
    public static func power(ofTwo exponent: Int) -> WholeNumber {
        // The lowest digit first.
        var digits = [1]
        var rest = min(max(exponent, 0), 256)
        while rest > 0 {
            let step = min(rest, 32)
            var carry = 0
            for index in digits.indices {
                let product = digits[index] << step + carry
                (carry, digits[index]) = product.quotientAndRemainder(dividingBy: 10)
            }
            while carry > 0 {
                digits.append(carry % 10)
                carry /= 10
            }
            rest -= step
        }
        return WholeNumber(trimmed: digits.reversed().map { UInt8($0) + 0x30 })
    }

    public var description: String { digits.isEmpty ? "0" : String(decoding: digits, as: UTF8.self) }

    /// The number in 64 bits; nil if it does not fit.
    public var int64: Int64? { Int64(description) }

    /// Orders by size.
    public static func < (left: WholeNumber, right: WholeNumber) -> Bool {
        guard left.digits.count == right.digits.count else { return left.digits.count < right.digits.count }
        return left.digits.lexicographicallyPrecedes(right.digits)
    }

    /// The sum; nil if it has too many digits.
    public func adding(_ other: WholeNumber) -> WholeNumber? {
        var sum: [UInt8] = []
        var carry: UInt8 = 0
        let count = max(digits.count, other.digits.count)
        for place in 0..<count {
            let total = digit(place) + other.digit(place) + carry
            carry = total >= 10 ? 1 : 0
            sum.append(total - carry * 10 + 0x30)
        }
        if carry > 0 { sum.append(0x31) }
        guard sum.count <= Self.mostDigits else { return nil }
        return WholeNumber(trimmed: sum.reversed())
    }

    /// The product; nil if it has too many digits.
    public func multiplied(by other: WholeNumber) -> WholeNumber? {
        // Multiplies by one digit of the other number at a time, from its first.
        var product = Optional(WholeNumber.zero)
        for digit in other.digits {
            product = product?.recounted(from: 0, to: 1)
            for _ in 0..<digit - 0x30 { product = product?.adding(self) }
        }
        return product
    }

    private func digit(_ place: Int) -> UInt8 { place < digits.count ? digits[digits.count - 1 - place] - 0x30 : 0 }

    /// The same amount in units of `other` decimals instead of `decimals`, rounded up if that is fewer; nil if it has
    /// too many digits.
    public func recounted(from decimals: Int, to other: Int) -> WholeNumber? {
        guard self != .zero else { return self }
        guard other < decimals else {
            let places = other - decimals
            guard digits.count + places <= Self.mostDigits else { return nil }
            return WholeNumber(trimmed: digits + [UInt8](repeating: 0x30, count: places))
        }
        let dropped = decimals - other
        let kept = WholeNumber(trimmed: Array(digits.dropLast(dropped)))
        let isExact = digits.suffix(dropped).allSatisfy { $0 == 0x30 }
        return isExact ? kept : kept.adding(WholeNumber(1))
    }

    /// The number with its decimal point moved left by `decimals`, without trailing zeros.
    public func text(decimals: Int) -> String {
        let all = description
        let padded = String(repeating: "0", count: max(0, decimals + 1 - all.utf8.count)) + all
        var fraction = padded.suffix(decimals)
        while fraction.last == "0" { fraction.removeLast() }
        let whole = padded.dropLast(decimals)
        return fraction.isEmpty ? String(whole) : "\(whole).\(fraction)"
    }
}
