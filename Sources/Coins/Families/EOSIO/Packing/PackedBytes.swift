/// How EOSIO packs what is of variable length. Numbers of a fixed one are little-endian.
extension [UInt8] {
    /// A `varuint32`: seven bits a byte, lowest first.
    init(variable number: UInt32) {
        self = []
        var rest = number
        while rest >= 0x80 {
            append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        append(UInt8(rest))
    }

    /// How many items follow.
    init(count: Int) {
        guard let count = UInt32(exactly: count) else { preconditionFailure("more items than fit into memory") }
        self.init(variable: count)
    }

    /// Bytes with their count before them.
    init(counted bytes: some Collection<UInt8>) {
        self = [UInt8](count: bytes.count) + bytes
    }
}
