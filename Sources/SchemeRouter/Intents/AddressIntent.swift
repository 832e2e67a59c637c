/// An address of the wallet that will be shared.
public struct AddressIntent: Sendable, Hashable {
    /// The coin and network it belongs to.
    public let chain: ChainID
    /// The address, and the path of its key.
    public let address: OwnAddress

    /// Creates an intent; the engine compares it with the request (S11).
    public init(chain: ChainID, address: OwnAddress) {
        self.chain = chain
        self.address = address
    }
}
