import RouterBytes

/// Reads packed bytes from front to back, never beyond the end. Numbers are little-endian (EOSIO
/// `libraries/fc/include/fc/io/raw.hpp`).
struct PackedReader {
    /// The most values that are read, so that a few bytes cannot encode a huge array of empty values.
    static let maxValues = 65_536

    let bytes: [UInt8]
    private(set) var offset = 0
    private var valuesLeft = PackedReader.maxValues

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    var isAtEnd: Bool { offset == bytes.count }

    mutating func take(_ count: Int) throws(UnpackError) -> [UInt8] {
        guard count <= bytes.count - offset else {
            throw UnpackError(.truncated, at: bytes.count, "The data ends too early.")
        }
        defer { offset += count }
        return Array(bytes[offset..<(offset + count)])
    }

    mutating func number<Number: FixedWidthInteger>(_: Number.Type = Number.self) throws(UnpackError) -> Number {
        let taken = try take(Number.bitWidth / 8)
        return Number(littleEndianBytes: taken[...])
    }

    /// A `varuint32`: seven bits per byte, lowest first, in its shortest form.
    mutating func variableNumber() throws(UnpackError) -> UInt32 {
        let start = offset
        var value: UInt64 = 0
        for shift in stride(from: UInt64(0), through: 28, by: 7) {
            let byte: UInt8 = try number()
            value |= UInt64(byte & 0x7F) << shift
            guard byte & 0x80 == 0 else { continue }
            guard let number = UInt32(exactly: value), byte != 0 || shift == 0 else { break }
            return number
        }
        throw UnpackError(.badVariableNumber, at: start, "This is not a valid variable-length number.")
    }

    /// Bytes after their count.
    mutating func countedBytes() throws(UnpackError) -> [UInt8] {
        try take(Int(try variableNumber()))
    }

    /// Values after their count. Each takes at least a byte, so the remaining bytes limit the count.
    mutating func list<Value>(
        _ value: (inout PackedReader) throws(UnpackError) -> Value
    ) throws(UnpackError) -> [Value] {
        let count = try variableNumber()
        var values: [Value] = []
        for _ in 0..<count { values.append(try value(&self)) }
        return values
    }

    mutating func string() throws(UnpackError) -> String {
        let bytes = try countedBytes()
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw UnpackError(.invalidUTF8, at: offset - bytes.count, "This text is not UTF-8.")
        }
        return text
    }

    /// Counts a value against ``maxValues``.
    mutating func countValue() throws(UnpackError) {
        guard valuesLeft > 0 else { throw UnpackError(.tooMuch, at: offset, "There are too many values.") }
        valuesLeft -= 1
    }

    /// Rejects anything after the value.
    func finish() throws(UnpackError) {
        guard isAtEnd else { throw UnpackError(.trailingBytes, at: offset, "There is extra data after the value.") }
    }
}

/// EOSIO's encoding of variable-length data. Fixed-size numbers are little-endian.
extension [UInt8] {
    /// A `varuint32`: seven bits per byte, lowest first.
    init(variable number: UInt32) {
        self = []
        var rest = number
        while rest >= 0x80 {
            append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        append(UInt8(rest))
    }

    /// The number of items that follow.
    init(count: Int) {
        guard let count = UInt32(exactly: count) else { preconditionFailure("more items than fit into memory") }
        self.init(variable: count)
    }

    /// Bytes after their count.
    init(counted bytes: some Collection<UInt8>) {
        self = [UInt8](count: bytes.count) + bytes
    }
}

/// Why JSON is not a value of a type.
public struct PackError: Error, Sendable, Equatable {
    /// The path of the mistake in the value, such as `auth.keys[0].weight`; empty for the value itself.
    public internal(set) var path: String
    /// The problem there, for the person.
    public let message: String

    init(_ message: String, path: String = "") {
        self.path = path
        self.message = message
    }

    /// The same error relative to the value that contains this one as `step`.
    func inside(_ step: String) -> PackError { PackError(message, path: ValuePath.joining(step, path)) }

    /// Errors are equal if their path is: texts may change.
    public static func == (left: PackError, right: PackError) -> Bool { left.path == right.path }
}

/// Why packed bytes are not a value of their type.
public struct UnpackError: Error, Sendable, Equatable {
    /// The kind of mistake.
    public enum Code: String, Sendable, Hashable, CaseIterable {
        /// They end too early.
        case truncated
        /// There is extra data after the value.
        case trailingBytes
        /// A number of variable length that is too large or not in its shortest form.
        case badVariableNumber
        /// A string that is not UTF-8.
        case invalidUTF8
        /// Bytes that are not a value of their type.
        case badValue
        /// Too many values, or nested too deeply.
        case tooMuch
    }

    /// The kind of mistake.
    public let code: Code
    /// The offset in bytes of the mistake.
    public let offset: Int
    /// Its path in the value, such as `auth.keys[0].weight`; empty for the value itself.
    public internal(set) var path: String
    /// The problem, for the person.
    public let message: String

    init(_ code: Code, at offset: Int, _ message: String, path: String = "") {
        self.code = code
        self.offset = offset
        self.path = path
        self.message = message
    }

    /// The same error relative to the value that contains this one as `step`.
    func inside(_ step: String) -> UnpackError {
        UnpackError(code, at: offset, message, path: ValuePath.joining(step, path))
    }

    /// Errors are equal if code and path are: texts may change.
    public static func == (left: UnpackError, right: UnpackError) -> Bool {
        left.code == right.code && left.offset == right.offset
    }
}

/// Paths in a value: `auth.keys[0].weight`.
enum ValuePath {
    static func joining(_ step: String, _ rest: String) -> String {
        rest.isEmpty || rest.hasPrefix("[") ? step + rest : "\(step).\(rest)"
    }
}
