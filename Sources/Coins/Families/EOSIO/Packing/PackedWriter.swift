import RouterBytes

/// Writes bytes as EOSIO packs them: little-endian, with counts of variable length.
struct PackedWriter {
    private(set) var bytes: [UInt8] = []

    mutating func add(_ more: some Sequence<UInt8>) {
        bytes.append(contentsOf: more)
    }

    mutating func add(number: some FixedWidthInteger) {
        bytes.append(littleEndian: number)
    }

    mutating func add(variable number: UInt32) {
        var rest = number
        while rest >= 0x80 {
            bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        bytes.append(UInt8(rest))
    }

    /// The number of items that follow.
    mutating func add(count: Int) {
        guard let count = UInt32(exactly: count) else { preconditionFailure("more items than fit into memory") }
        add(variable: count)
    }

    mutating func add(counted more: some Collection<UInt8>) {
        add(count: more.count)
        add(more)
    }
}
