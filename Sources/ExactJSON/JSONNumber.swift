/// A JSON number with the digits it was written with. It never becomes a binary fraction (S9).
public struct JSONNumber: Sendable, Hashable {
    /// The number as written: `1`, `1.0E-4`, `-0.50`.
    public let text: String

    /// Reads a number (RFC 8259, 6); nil if `text` is not one.
    public init?(_ text: String) {
        guard ExactDecimal(text) != nil else { return nil }
        self.text = text
    }

    /// A whole number.
    public init(_ value: some BinaryInteger) {
        text = String(value)
    }

    /// Its exact value.
    public var decimal: ExactDecimal {
        guard let decimal = ExactDecimal(text) else { preconditionFailure("checked when it was made") }
        return decimal
    }
}

/// A decimal number of any size, exactly: `significand` × 10^`exponent`.
///
/// Amounts in wallet links are JSON numbers such as `1.0E-4`, which is how Java prints 0.0001. They are scaled to whole
/// units from their digits (S9).
public struct ExactDecimal: Sendable, Hashable {
    /// Why a number is not an amount of whole units.
    public enum ScalingError: Error, Sendable, Equatable {
        /// It has too many decimals; it is never rounded.
        case tooPrecise
        /// It does not fit the type.
        case tooLarge
    }

    /// Whether it is below zero.
    public let isNegative: Bool
    /// Digits 0…9 without leading or trailing zeros; empty for zero.
    private let significand: [UInt8]
    private let exponent: Int

    /// Reads `[-] int [frac] [exp]`, the JSON syntax (RFC 8259, 6); nil if `text` is anything else.
    public init?(_ text: String) {
        var rest = Array(text.utf8)[...]
        var isNegative = false
        if rest.first == UInt8(ascii: "-") {
            isNegative = true
            rest.removeFirst()
        }
        let whole = Self.takeDigits(from: &rest)
        guard !whole.isEmpty, whole.count == 1 || whole.first != 0 else { return nil }
        var fraction: ArraySlice<UInt8> = []
        if rest.first == UInt8(ascii: ".") {
            rest.removeFirst()
            fraction = Self.takeDigits(from: &rest)
            guard !fraction.isEmpty else { return nil }
        }
        guard let written = Self.takeExponent(from: &rest), rest.isEmpty else { return nil }
        var digits = (whole + fraction).drop { $0 == 0 }
        var exponent = written - fraction.count
        while digits.last == 0 {
            digits.removeLast()
            exponent += 1
        }
        self.isNegative = isNegative && !digits.isEmpty
        self.significand = Array(digits)
        self.exponent = digits.isEmpty ? 0 : exponent
    }

    /// The number in units of 10^-`decimals`: 1.5 with four decimals is 15000.
    public func units<Number: FixedWidthInteger>(
        decimals: Int, as _: Number.Type = Number.self
    ) throws(ScalingError) -> Number {
        let zeros = exponent + decimals
        // The last digit is not zero, so a digit below one unit would be lost.
        guard zeros >= 0 else { throw .tooPrecise }
        guard significand.count + zeros <= 40 else { throw .tooLarge }
        var units: Number = 0
        for digit in significand + [UInt8](repeating: 0, count: significand.isEmpty ? 0 : zeros) {
            let (shifted, overflow) = units.multipliedReportingOverflow(by: 10)
            let (sum, carry) =
                isNegative
                ? shifted.subtractingReportingOverflow(Number(digit)) : shifted.addingReportingOverflow(Number(digit))
            guard !overflow, !carry else { throw .tooLarge }
            units = sum
        }
        return units
    }

    private static func takeDigits(from text: inout ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        let digits = text.prefix { (0x30...0x39).contains($0) }
        text = text[digits.endIndex...]
        return ArraySlice(digits.map { $0 - 0x30 })
    }

    /// Zero if there is no exponent. Clamped so that no sum can overflow: a larger number fits no type anyway.
    private static func takeExponent(from text: inout ArraySlice<UInt8>) -> Int? {
        guard text.first == UInt8(ascii: "e") || text.first == UInt8(ascii: "E") else { return 0 }
        text.removeFirst()
        let isNegative = text.first == UInt8(ascii: "-")
        if isNegative || text.first == UInt8(ascii: "+") { text.removeFirst() }
        let digits = takeDigits(from: &text)
        guard !digits.isEmpty else { return nil }
        let value = digits.reduce(0) { min($0 * 10 + Int($1), 1_000_000_000) }
        return isNegative ? -value : value
    }
}
