import ExactJSON
import RouterBytes

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
