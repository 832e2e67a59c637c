/// A network of such a coin that the person chose, and their account there (S7).
public struct AccountNetwork: Sendable {
    /// Which one it is.
    public let id: ChainID
    /// Who signs.
    public let signer: AccountSigner
    /// The connection to it.
    public let chain: any AccountChain

    /// A network as given.
    public init(id: ChainID, signer: AccountSigner, chain: any AccountChain) {
        self.id = id
        self.signer = signer
        self.chain = chain
    }
}
