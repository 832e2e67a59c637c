/// A value of compiled descriptors: its properties, in the order of their declaration.
///
/// A number is LEB128, and never negative. A text is its length in bytes with its UTF-8. A list is its length with its
/// elements, and an optional value is one of at most one. A case is its raw value, or its name with what belongs to it.
protocol Compiled {
    init(_ reader: inout CompiledReader)
}

/// Reads compiled descriptors. The program wrote them: what is wrong in them ends it.
struct CompiledReader {
    private let bytes: [UInt8]
    var position = 0

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    var isAtEnd: Bool { position == bytes.count }

    mutating func next<Value: Compiled>() -> Value { Value(&self) }

    mutating func number<Number: FixedWidthInteger>(_: Number.Type = Number.self) -> Number {
        var (number, shift): (Number, Int) = (0, 0)
        while true {
            let byte = bytes[position]
            position += 1
            number |= Number(byte & 0x7F) << shift
            if byte < 0x80 { return number }
            shift += 7
        }
    }

    mutating func text() -> String {
        let start = position + 1
        let count = Int(bytes[position])
        guard count < 0x80 else { return longText() }
        position = start + count
        return String(decoding: bytes[start..<position], as: UTF8.self)
    }

    private mutating func longText() -> String {
        let count = number(Int.self)
        defer { position += count }
        return String(decoding: bytes[position..<position + count], as: UTF8.self)
    }

    /// Reads a list of texts, and says whether `text` is one of them.
    mutating func hasText(_ text: [UInt8]) -> Bool {
        var isFound = false
        for _ in 0..<number(Int.self) {
            let count = number(Int.self)
            isFound = isFound || count == text.count && text.indices.allSatisfy { bytes[position + $0] == text[$0] }
            position += count
        }
        return isFound
    }
}

extension Compiled where Self: FixedWidthInteger {
    init(_ reader: inout CompiledReader) { self = reader.number() }
}

extension Compiled where Self: RawRepresentable<String> {
    init(_ reader: inout CompiledReader) {
        guard let value = Self(rawValue: reader.text()) else { preconditionFailure("the program has no such case") }
        self = value
    }
}

extension Int: Compiled {}
extension Int64: Compiled {}
extension UInt8: Compiled {}
extension UInt16: Compiled {}
extension UInt32: Compiled {}
extension UInt64: Compiled {}

extension Bool: Compiled {
    init(_ reader: inout CompiledReader) { self = reader.number(UInt8.self) != 0 }
}

extension String: Compiled {
    init(_ reader: inout CompiledReader) { self = reader.text() }
}

extension Optional: Compiled where Wrapped: Compiled {
    init(_ reader: inout CompiledReader) { self = reader.number(UInt8.self) == 0 ? nil : .some(reader.next()) }
}

extension Array: Compiled where Element: Compiled {
    init(_ reader: inout CompiledReader) {
        self = []
        let count = reader.number(Int.self)
        guard count > 0 else { return }
        reserveCapacity(count)
        for _ in 0..<count { append(reader.next()) }
    }
}
