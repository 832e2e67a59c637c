/// A network the person chose for a coin.
public struct ConfiguredNetwork: Sendable {
    /// Which one it is.
    public let id: ChainID
    /// The connection to it.
    public let chain: any Chain
    /// The node's wallet that pays; nil where the person's own keys do.
    public let wallet: (any NodeWallet)?

    /// A network as given.
    public init(id: ChainID, chain: any Chain, wallet: (any NodeWallet)? = nil) {
        self.id = id
        self.chain = chain
        self.wallet = wallet
    }
}
