/// The recent block that a transaction refers to, which makes it valid only on chains with that block (TAPOS; EOSIO
/// `libraries/chain/transaction.cpp`, `set_reference_block`).
public struct BlockReference: Sendable, Hashable {
    /// The lower 16 bits of the block's number.
    public let number: UInt16
    /// The third 32-bit word of its id.
    public let prefix: UInt32

    public init(number: UInt16, prefix: UInt32) {
        self.number = number
        self.prefix = prefix
    }

    /// The reference to a block by its id, which begins with its number. Use the last irreversible block, which no fork
    /// can remove.
    public init(blockID: Checksum256) {
        number = UInt16(blockID.bytes[2]) << 8 | UInt16(blockID.bytes[3])
        prefix = blockID.bytes[8..<12].reversed().reduce(0) { $0 << 8 | UInt32($1) }
    }
}
