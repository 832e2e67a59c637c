import ExactJSON
import RouterBytes

/// A value of a built-in type: its packed and JSON forms (EOSIO `libraries/chain/abi_serializer.cpp`,
/// `configure_built_in_types`).
protocol PackedValue: Sendable, Hashable {
    init(from reader: inout PackedReader) throws(UnpackError)
    var packed: [UInt8] { get }
    init(json: JSON) throws(PackError)
    var json: JSON { get }
}

/// A value that is a string in JSON.
protocol TextValue: PackedValue {
    /// The value of `text`, or the problem with it.
    static func reading(_ text: String) throws(PackError) -> Self
    var text: String { get }
}

extension TextValue where Self: CustomStringConvertible {
    var text: String { description }
}

extension TextValue {
    init(json: JSON) throws(PackError) {
        guard let text = json.string else { throw PackError("expected text in quotation marks") }
        self = try Self.reading(text)
    }

    var json: JSON { .string(text) }
}

extension Bool: PackedValue {
    init(from reader: inout PackedReader) throws(UnpackError) {
        let offset = reader.offset
        switch try reader.number(UInt8.self) {
        case 0: self = false
        case 1: self = true
        default: throw UnpackError(.badValue, at: offset, "This is neither true nor false.")
        }
    }

    var packed: [UInt8] { [self ? 1 : 0] }

    init(json: JSON) throws(PackError) {
        switch json {
        case .bool(let value): self = value
        case .number(let number) where number.text == "0": self = false
        case .number(let number) where number.text == "1": self = true
        default: throw PackError("expected true or false")
        }
    }

    var json: JSON { .bool(self) }
}

extension String: TextValue {
    init(from reader: inout PackedReader) throws(UnpackError) {
        self = try reader.string()
    }

    /// The count is in bytes, not characters.
    var packed: [UInt8] { [UInt8](counted: utf8) }

    static func reading(_ text: String) throws(PackError) -> String { text }
}

extension [UInt8]: PackedValue, TextValue {
    init(from reader: inout PackedReader) throws(UnpackError) {
        self = try reader.countedBytes()
    }

    var packed: [UInt8] { [UInt8](counted: self) }

    static func reading(_ text: String) throws(PackError) -> [UInt8] {
        guard let bytes = [UInt8](hexDigits: text) else { throw PackError("expected pairs of hexadecimal digits") }
        return bytes
    }

    var text: String { hex }
}

/// A fixed number of bytes: a checksum, or the id of a block, transaction or chain.
public struct FixedBytes<let size: Int>: Sendable, Hashable {
    /// The bytes, ``size`` of them.
    public let bytes: [UInt8]

    /// Nil if the number of bytes differs.
    public init?(_ bytes: [UInt8]) {
        guard bytes.count == size else { return nil }
        self.bytes = bytes
    }

    /// Reads hexadecimal digits of either case; nil if `text` is anything else or of another length.
    public init?(hex text: String) {
        guard let bytes = [UInt8](hexDigits: text) else { return nil }
        self.init(bytes)
    }

    /// Lower-case hexadecimal digits.
    public var hex: String { bytes.hex }
}

/// 20 bytes, such as a RIPEMD-160.
public typealias Checksum160 = FixedBytes<20>
/// 32 bytes, such as a SHA-256: digests, and the ids of transactions, blocks and chains.
public typealias Checksum256 = FixedBytes<32>
/// 64 bytes, such as a SHA-512.
public typealias Checksum512 = FixedBytes<64>

extension FixedBytes: PackedValue, TextValue {
    init(from reader: inout PackedReader) throws(UnpackError) {
        guard let value = Self(try reader.take(size)) else { preconditionFailure("exactly that many were taken") }
        self = value
    }

    var packed: [UInt8] { bytes }

    static func reading(_ text: String) throws(PackError) -> Self {
        guard let value = Self(hex: text) else { throw PackError("expected \(2 * size) hexadecimal digits") }
        return value
    }

    var text: String { hex }
}
