import RouterBytes

/// Reads little-endian numbers and compact lengths, never beyond the end.
struct ByteReader {
    private let bytes: [UInt8]
    private var offset = 0

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    var isAtEnd: Bool { offset == bytes.count }

    mutating func take(_ count: Int) throws(TransactionError) -> [UInt8] {
        guard count <= bytes.count - offset else { throw .truncated }
        defer { offset += count }
        return Array(bytes[offset..<(offset + count)])
    }

    /// All but the last `count` bytes.
    mutating func take(allBut count: Int) throws(TransactionError) -> [UInt8] {
        guard count <= bytes.count - offset else { throw .truncated }
        return try take(bytes.count - offset - count)
    }

    mutating func skip(_ expected: [UInt8]) -> Bool {
        guard bytes[offset...].starts(with: expected) else { return false }
        offset += expected.count
        return true
    }

    mutating func number<Number: FixedWidthInteger>() throws(TransactionError) -> Number {
        let size = Number.bitWidth / 8
        guard size <= bytes.count - offset else { throw .truncated }
        defer { offset += size }
        return Number(littleEndianBytes: bytes[offset..<(offset + size)])
    }

    /// A compact length that the remaining bytes can hold.
    mutating func count(ofItemsOfAtLeast size: Int) throws(TransactionError) -> Int {
        let first: UInt8 = try number()
        let count: UInt64
        switch first {
        case 0xFD:
            count = UInt64(try number() as UInt16)
            guard count >= 0xFD else { throw .badCount }
        case 0xFE:
            count = UInt64(try number() as UInt32)
            guard count > 0xFFFF else { throw .badCount }
        case 0xFF: throw .badCount
        default: count = UInt64(first)
        }
        guard count <= UInt64((bytes.count - offset) / size) else { throw .badCount }
        return Int(count)
    }
}
