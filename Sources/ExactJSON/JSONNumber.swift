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
