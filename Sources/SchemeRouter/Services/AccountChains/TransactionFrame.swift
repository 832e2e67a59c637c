/// The header of a transaction: it binds it to one chain and to a short time.
public struct TransactionFrame: Sendable, Hashable {
    /// The id of the chain, 32 bytes.
    public let chainID: [UInt8]
    /// Until when the network takes it, in seconds since 1970.
    public let expiration: UInt32
    /// The lower 16 bits of the number of a block that the chain will keep.
    public let blockNumber: UInt16
    /// The third 32-bit word of that block's id.
    public let blockPrefix: UInt32

    /// A header as given.
    public init(chainID: [UInt8], expiration: UInt32, blockNumber: UInt16, blockPrefix: UInt32) {
        self.chainID = chainID
        self.expiration = expiration
        self.blockNumber = blockNumber
        self.blockPrefix = blockPrefix
    }
}
