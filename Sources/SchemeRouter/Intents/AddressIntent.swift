/// An address of the wallet that will be told.
public struct AddressIntent: Sendable, Hashable {
    /// The coin and network it belongs to.
    public let chain: ChainID
    /// The address, and where its key lies.
    public let address: OwnAddress

    /// Creates an intent; the engine compares it with the request (S11).
    public init(chain: ChainID, address: OwnAddress) {
        self.chain = chain
        self.address = address
    }
}
