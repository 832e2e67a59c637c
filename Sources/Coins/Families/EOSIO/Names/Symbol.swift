/// A token's symbol code and the number of decimals of its amounts (EOSIO `symbol.hpp`). The same code with other
/// decimals, or from another contract, is a different token.
public struct Symbol: Sendable, Hashable, CustomStringConvertible, TextValue {
    /// The most decimals (`symbol::max_precision`).
    public static let maxPrecision: UInt8 = 18

    /// The number of decimals, 0…18.
    public let precision: UInt8
    /// The symbol code.
    public let code: SymbolCode

    /// Nil for more than 18 decimals.
    public init?(precision: UInt8, code: SymbolCode) {
        guard precision <= Self.maxPrecision else { return nil }
        self.precision = precision
        self.code = code
    }

    /// Reads `4,EOS`; nil if `text` is anything else.
    public init?(_ text: String) {
        let parts = text.utf8.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false)
        guard parts.count == 2, (1...2).contains(parts[0].count), parts[0].allSatisfy({ (0x30...0x39).contains($0) }),
            parts[0].count == 1 || parts[0].first != UInt8(ascii: "0"),
            let precision = UInt8(String(decoding: parts[0], as: UTF8.self)),
            let code = SymbolCode(String(decoding: parts[1], as: UTF8.self))
        else { return nil }
        self.init(precision: precision, code: code)
    }

    /// The symbol as nodes write it: `4,EOS`.
    public var description: String { "\(precision),\(code)" }

    init(from reader: inout PackedReader) throws(UnpackError) {
        let offset = reader.offset
        let value: UInt64 = try reader.number()
        guard let code = SymbolCode(value: value >> 8),
            let symbol = Symbol(precision: UInt8(truncatingIfNeeded: value), code: code)
        else { throw UnpackError(.badValue, at: offset, "This is not a token symbol.") }
        self = symbol
    }

    var packed: [UInt8] { [UInt8](littleEndian: code.value << 8 | UInt64(precision)) }

    static func reading(_ text: String) throws(PackError) -> Symbol {
        guard let symbol = Symbol(text) else { throw PackError("expected a symbol such as “4,EOS”") }
        return symbol
    }
}
