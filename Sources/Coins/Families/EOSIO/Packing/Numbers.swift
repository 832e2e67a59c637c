import ExactJSON
import RouterBytes
import RouterCLinux

extension PackedValue where Self: FixedWidthInteger {
    init(from reader: inout PackedReader) throws(UnpackError) {
        self = try reader.number()
    }

    var packed: [UInt8] { [UInt8](littleEndian: self) }

    /// Reads a JSON number, or a string of digits, which nodes write for numbers that JavaScript would round.
    init(json: JSON) throws(PackError) {
        switch json {
        case .number(let number):
            do { self = try number.decimal.units(decimals: 0) } catch { throw Self.wanted }
        case .string(let text):
            let digits = text.utf8.first == UInt8(ascii: "-") ? text.utf8.dropFirst() : text.utf8[...]
            guard digits.allSatisfy({ (0x30...0x39).contains($0) }), let number = Self(text) else { throw Self.wanted }
            self = number
        default: throw Self.wanted
        }
    }

    /// Numbers beyond 32 bits are strings, as nodes write them (`fc/io/json.cpp`).
    var json: JSON { Self.bitWidth <= 64 && magnitude <= UInt32.max ? .number(self) : .string(String(self)) }

    private static var wanted: PackError { PackError("expected a whole number from \(min) to \(max)") }
}

extension Int8: PackedValue {}
extension Int16: PackedValue {}
extension Int32: PackedValue {}
extension Int64: PackedValue {}
extension Int128: PackedValue {}
extension UInt8: PackedValue {}
extension UInt16: PackedValue {}
extension UInt32: PackedValue {}
extension UInt64: PackedValue {}
extension UInt128: PackedValue {}

struct VariableUInt32 {
    let value: UInt32
}

extension VariableUInt32: PackedValue {
    init(from reader: inout PackedReader) throws(UnpackError) {
        value = try reader.variableNumber()
    }

    var packed: [UInt8] { [UInt8](variable: value) }

    init(json: JSON) throws(PackError) {
        value = try UInt32(json: json)
    }

    var json: JSON { value.json }
}

/// A `varint32`: a zigzag-encoded `varuint32`, so that small negative numbers are short.
struct VariableInt32 {
    let value: Int32
}

extension VariableInt32: PackedValue {
    init(from reader: inout PackedReader) throws(UnpackError) {
        let zigzag = try reader.variableNumber()
        value = Int32(bitPattern: zigzag >> 1) ^ -Int32(bitPattern: zigzag & 1)
    }

    var packed: [UInt8] { [UInt8](variable: UInt32(bitPattern: value << 1) ^ UInt32(bitPattern: value >> 31)) }

    init(json: JSON) throws(PackError) {
        value = try Int32(json: json)
    }

    var json: JSON { value.json }
}

/// A `float32`, `float64` or `float128` (IEEE 754) of a contract's interface: its bits are passed on and never used in
/// calculations (S9). No amount of money has this type.
public struct BinaryFraction<Bits: FixedWidthInteger & UnsignedInteger & Sendable>: Sendable, Hashable {
    /// The bits: sign, exponent, significand.
    public let bits: Bits
}

extension BinaryFraction: PackedValue, TextValue {
    init(from reader: inout PackedReader) throws(UnpackError) {
        bits = try reader.number()
    }

    var packed: [UInt8] { [UInt8](littleEndian: bits) }

    init(json: JSON) throws(PackError) {
        switch json {
        case .string(let text): self = try Self.reading(text)
        case .number(let number): self = try Self.reading(number.text)
        default: throw PackError("expected a number")
        }
    }

    // The C functions receive pointers to a zero-terminated text and a number, or to a text with its length, and keep
    // neither.

    /// Reads a decimal number; or `0x` and the packed bytes, which is how nodes write a `float128`.
    static func reading(_ text: String) throws(PackError) -> Self {
        if text.hasPrefix("0x"), let bytes = [UInt8](hexDigits: String(text.dropFirst(2))),
            bytes.count == Bits.bitWidth / 8
        {
            return Self(bits: Bits(littleEndianBytes: bytes[...]))
        }
        guard ExactDecimal(text) != nil else { throw PackError("expected a decimal number") }
        switch Bits.bitWidth {
        case 32:
            var bits: UInt32 = 0
            guard unsafe float_text_read32(text, &bits) == 1 else { throw PackError("the number is too large") }
            return Self(bits: Bits(bits))
        case 64:
            var bits: UInt64 = 0
            guard unsafe float_text_read64(text, &bits) == 1 else { throw PackError("the number is too large") }
            return Self(bits: Bits(bits))
        default: throw PackError("expected “0x” and \(Bits.bitWidth / 4) hexadecimal digits")
        }
    }

    var text: String {
        var text = [CChar](repeating: 0, count: 40)
        let isWritten =
            switch Bits.bitWidth {
            case 32: unsafe float_text_write32(UInt32(bits), &text, text.count)
            case 64: unsafe float_text_write64(UInt64(bits), &text, text.count)
            default: Int32(0)
            }
        guard isWritten == 1 else {
            return "0x" + [UInt8](littleEndian: bits).hex
        }
        return String(decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }
}
