import SchemeRouter

/// Why bytes are no transaction.
public enum TransactionError: Error, Sendable, Equatable {
    /// They end too early.
    case truncated
    /// Something follows the transaction.
    case trailingBytes
    /// A count is larger than what is left could hold, or not in its shortest form.
    case badCount
    /// An output has more than any coin can have.
    case badAmount
}

extension Transaction {
    /// Reads a whole transaction, legacy or with witnesses (BIP144); the witnesses are passed over, because an id has
    /// none.
    public init(bytes: [UInt8]) throws(TransactionError) {
        var reader = ByteReader(bytes)
        version = Int32(bitPattern: try reader.number())
        let hasWitness = reader.skip([0x00, 0x01])
        inputs = []
        // 41 and 9 bytes are the least that an input and an output take.
        for _ in 0..<(try reader.count(ofItemsOfAtLeast: 41)) {
            let digest = try reader.take(32)
            let index: UInt32 = try reader.number()
            let script = try reader.take(try reader.count(ofItemsOfAtLeast: 1))
            inputs.append(
                Input(
                    outpoint: Outpoint(transaction: TransactionID(digest: digest), index: index), script: script,
                    sequence: try reader.number()))
        }
        outputs = []
        for _ in 0..<(try reader.count(ofItemsOfAtLeast: 9)) {
            let units: Int64 = try reader.number()
            guard let amount = Amount(units: units) else { throw .badAmount }
            outputs.append(Output(amount: amount, script: try reader.take(try reader.count(ofItemsOfAtLeast: 1))))
        }
        if hasWitness {
            for _ in inputs {
                for _ in 0..<(try reader.count(ofItemsOfAtLeast: 1)) {
                    _ = try reader.take(try reader.count(ofItemsOfAtLeast: 1))
                }
            }
        }
        lockTime = try reader.number()
        guard reader.isAtEnd else { throw .trailingBytes }
    }
}

/// Reads little-endian numbers and compact lengths, never beyond the end.
private struct ByteReader {
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

    mutating func skip(_ expected: [UInt8]) -> Bool {
        guard bytes[offset...].starts(with: expected) else { return false }
        offset += expected.count
        return true
    }

    mutating func number<Number: FixedWidthInteger>() throws(TransactionError) -> Number {
        let size = Number.bitWidth / 8
        guard size <= bytes.count - offset else { throw .truncated }
        defer { offset += size }
        return bytes.withUnsafeBytes { Number(littleEndian: $0.loadUnaligned(fromByteOffset: offset, as: Number.self)) }
    }

    /// A compact length that what is left of the bytes can hold.
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
