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
