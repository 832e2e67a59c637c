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
