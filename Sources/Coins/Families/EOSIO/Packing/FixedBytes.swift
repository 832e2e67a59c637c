import RouterBytes

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
