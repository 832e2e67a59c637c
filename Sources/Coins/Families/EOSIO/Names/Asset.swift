import ExactJSON

/// An amount of a token (EOSIO `libraries/chain/asset.hpp`): `1.0000 EOS` is 10000 units with four decimals (S9).
public struct Asset: Sendable, Hashable, CustomStringConvertible, TextValue {
    /// The largest amount, in units (`asset::max_amount`).
    public static let maxUnits: Int64 = 1 << 62 - 1

    /// The amount in the smallest unit of the symbol; may be negative.
    public let units: Int64
    /// The token's symbol code and decimals.
    public let symbol: Symbol

    /// Why the amount is invalid.
    public enum Failure: Error, Sendable, Equatable {
        /// Not `[-] digits [ "." digits ] SP letters`.
        case malformed
        /// More decimals than any symbol or this symbol has; never rounded.
        case tooPrecise
        /// Beyond ±(2^62 - 1) units.
        case outOfRange
    }

    /// An amount in units.
    public init(units: Int64, symbol: Symbol) throws(Failure) {
        guard units.magnitude <= Self.maxUnits.magnitude else { throw .outOfRange }
        self.units = units
        self.symbol = symbol
    }

    /// A decimal amount of a known token, such as the `amount` of a transfer: `1`, `1.0000` and `1.0E0` are the same.
    public init(_ decimal: ExactDecimal, of symbol: Symbol) throws(Failure) {
        let units: Int64
        do {
            units = try decimal.units(decimals: Int(symbol.precision))
        } catch {
            throw error == .tooPrecise ? .tooPrecise : .outOfRange
        }
        try self.init(units: units, symbol: symbol)
    }

    /// Reads `1.0000 EOS`: the number of digits after the point is the symbol's precision.
    public init(_ text: String) throws(Failure) {
        let parts = text.utf8.split(separator: UInt8(ascii: " "), omittingEmptySubsequences: false)
        guard parts.count == 2, let code = SymbolCode(String(decoding: parts[1], as: UTF8.self)) else {
            throw .malformed
        }
        let isNegative = parts[0].first == UInt8(ascii: "-")
        let number = isNegative ? parts[0].dropFirst() : parts[0]
        let halves = number.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard (1...2).contains(halves.count),
            halves.allSatisfy({ !$0.isEmpty && $0.allSatisfy { (0x30...0x39).contains($0) } })
        else { throw .malformed }
        let fraction = halves.count == 2 ? halves[1].count : 0
        guard let symbol = UInt8(exactly: fraction).flatMap({ Symbol(precision: $0, code: code) }) else {
            throw .tooPrecise
        }
        let digits = (isNegative ? "-" : "") + halves.map { String(decoding: $0, as: UTF8.self) }.joined()
        guard let units = Int64(digits) else { throw .outOfRange }
        try self.init(units: units, symbol: symbol)
    }

    /// The amount alone, with all decimals of its symbol: `1.0000`.
    public var amount: String {
        let decimals = Int(symbol.precision)
        let digits = String(units.magnitude)
        let padded = String(repeating: "0", count: max(0, decimals + 1 - digits.utf8.count)) + digits
        let whole = (units < 0 ? "-" : "") + padded.dropLast(decimals)
        return decimals == 0 ? whole : "\(whole).\(padded.suffix(decimals))"
    }

    /// The amount with its symbol code: `1.0000 EOS`.
    public var description: String { "\(amount) \(symbol.code)" }

    init(from reader: inout PackedReader) throws(UnpackError) {
        let offset = reader.offset
        let units: Int64 = try reader.number()
        let symbol = try Symbol(from: &reader)
        do {
            try self.init(units: units, symbol: symbol)
        } catch {
            throw UnpackError(.badValue, at: offset, "This amount is not valid.")
        }
    }

    var packed: [UInt8] { [UInt8](littleEndian: units) + symbol.packed }

    static func reading(_ text: String) throws(PackError) -> Asset {
        do {
            return try Asset(text)
        } catch {
            switch error {
            case .malformed: throw PackError("expected an amount such as “1.0000 EOS”")
            case .tooPrecise: throw PackError("an amount can have at most 18 decimals")
            case .outOfRange: throw PackError("the amount is more than can exist")
            }
        }
    }
}

/// An amount with the contract that issued its token (EOSIO `extended_asset`). A symbol code alone does not identify a
/// token.
public struct ExtendedAsset: Sendable, Hashable, CustomStringConvertible {
    /// The amount.
    public let quantity: Asset
    /// The account of the token's contract.
    public let contract: Name

    /// The amount and the contract: `1.0000 EOS@eosio.token`.
    public var description: String { "\(quantity)@\(contract)" }
}

extension ExtendedAsset: PackedValue {
    init(from reader: inout PackedReader) throws(UnpackError) {
        quantity = try Asset(from: &reader)
        contract = try Name(from: &reader)
    }

    var packed: [UInt8] { quantity.packed + contract.packed }

    init(json: JSON) throws(PackError) {
        guard json.members?.count == 2, let quantity = json["quantity"], let contract = json["contract"] else {
            throw PackError("expected an object with “quantity” and “contract”")
        }
        do { self.quantity = try Asset(json: quantity) } catch { throw error.inside("quantity") }
        do { self.contract = try Name(json: contract) } catch { throw error.inside("contract") }
    }

    var json: JSON { .object([("quantity", quantity.json), ("contract", contract.json)]) }
}

/// A token's symbol code and the number of decimals of its amounts (EOSIO `symbol.hpp`). The same code with other
/// decimals, or from another contract, is a different token.
public struct Symbol: Sendable, Hashable, CustomStringConvertible, TextValue {
    /// The most decimals (`symbol::max_precision`).
    public static let maxPrecision: UInt8 = 18

    /// The number of decimals, 0…18.
    public let precision: UInt8
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

/// The symbol code of a token: one to seven of A…Z (EOSIO `libraries/chain/include/eosio/chain/symbol.hpp`).
public struct SymbolCode: Sendable, Hashable, CustomStringConvertible, TextValue {
    /// The letters in 56 bits, the first one lowest.
    public let value: UInt64

    /// Reads the letters; nil if `text` is anything else.
    public init?(_ text: some StringProtocol) {
        self.init(letters: Array(text.utf8))
    }

    /// Nil unless the bits are letters with zeros above them.
    public init?(value: UInt64) {
        var letters = [UInt8](littleEndian: value)
        while letters.last == 0 { letters.removeLast() }
        self.init(letters: letters)
    }

    private init?(letters: [UInt8]) {
        guard (1...7).contains(letters.count), letters.allSatisfy({ (0x41...0x5A).contains($0) }) else { return nil }
        value = letters.reversed().reduce(0) { $0 << 8 | UInt64($1) }
    }

    /// The letters.
    public var description: String {
        String(decoding: [UInt8](littleEndian: value).prefix { $0 != 0 }, as: UTF8.self)
    }

    init(from reader: inout PackedReader) throws(UnpackError) {
        let offset = reader.offset
        guard let code = SymbolCode(value: try reader.number()) else {
            throw UnpackError(.badValue, at: offset, "These letters are not a token symbol.")
        }
        self = code
    }

    var packed: [UInt8] { [UInt8](littleEndian: value) }

    static func reading(_ text: String) throws(PackError) -> SymbolCode {
        guard let code = SymbolCode(text) else { throw PackError("expected one to seven letters A–Z") }
        return code
    }
}
