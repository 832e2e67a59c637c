extension Amount {
    /// Why a text is not an amount.
    public enum TextError: Error, Sendable, Equatable {
        /// Not `digits [ "." digits ]` in ASCII with at least one digit.
        case notDecimal
        /// More fraction digits than the coin has; never rounded.
        case tooPrecise
        /// Above `max`.
        case tooLarge
    }

    /// Reads decimal coins (BIP21: `*digit [ "." *digit ]`) exactly; no sign, exponent, separator or rounding.
    ///
    /// Accepts zero: the caller decides whether zero can be paid.
    /// - Parameters:
    ///   - text: the digits, in ASCII.
    ///   - decimals: fraction digits of the coin, 0…18.
    ///   - max: the largest amount of the coin.
    @inlinable public init(text: some Sequence<UInt8>, decimals: Int, max: Amount) throws(TextError) {
        var units: Int64 = 0
        var fractionDigits: Int?
        var sawDigit = false
        var tooLarge = false
        for byte in text {
            if byte == UInt8(ascii: ".") {
                guard fractionDigits == nil else { throw .notDecimal }
                fractionDigits = 0
                continue
            }
            guard byte >= UInt8(ascii: "0"), byte <= UInt8(ascii: "9") else { throw .notDecimal }
            sawDigit = true
            if let seen = fractionDigits { fractionDigits = seen + 1 }
            tooLarge = !Self.append(byte - UInt8(ascii: "0"), to: &units) || tooLarge
        }
        guard sawDigit else { throw .notDecimal }
        let given = fractionDigits ?? 0
        guard given <= decimals else { throw .tooPrecise }
        for _ in given..<decimals {
            tooLarge = !Self.append(0, to: &units) || tooLarge
        }
        guard !tooLarge, let amount = Amount(units: units), amount <= max else { throw .tooLarge }
        self = amount
    }

    /// False if the number no longer fits; `units` then keeps its last value, so that a later digit cannot wrap it
    /// around.
    @usableFromInline static func append(_ digit: UInt8, to units: inout Int64) -> Bool {
        let (shifted, overflow) = units.multipliedReportingOverflow(by: 10)
        let (sum, carry) = shifted.addingReportingOverflow(Int64(digit))
        guard !overflow, !carry else { return false }
        units = sum
        return true
    }

    /// The shortest exact decimal text in whole coins: no exponent, no separator, no trailing zeros.
    public func text(decimals: Int) -> String {
        // As bytes: slices of strings cost more at their first use than reading a link.
        var digits = Array(String(units).utf8)
        let missing = decimals + 1 - digits.count
        if missing > 0 { digits = [UInt8](repeating: UInt8(ascii: "0"), count: missing) + digits }
        let whole = digits.count - decimals
        while digits.count > whole, digits[digits.count - 1] == UInt8(ascii: "0") { digits.removeLast() }
        if digits.count > whole { digits.insert(UInt8(ascii: "."), at: whole) }
        return String(decoding: digits, as: UTF8.self)
    }
}
