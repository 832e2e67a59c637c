/// The networks in the person's own configuration (S7).
public protocol NetworkDirectory: Sendable {
    /// The network of a coin. Throws ``ServiceError/Code/noNetwork`` if none is configured.
    func network(of coin: CoinDescriptor) throws(ServiceError) -> ConfiguredNetwork

    /// The network of a coin with named accounts, with the person's account there. Throws
    /// ``ServiceError/Code/noNetwork`` if none is configured.
    func accountNetwork(of coin: CoinDescriptor) throws(ServiceError) -> AccountNetwork
}

extension NetworkDirectory {
    /// None: the person has no named accounts.
    public func accountNetwork(of coin: CoinDescriptor) throws(ServiceError) -> AccountNetwork {
        throw ServiceError(.noNetwork, "No network is chosen for \(coin.title).")
    }
}

/// A network the person chose for a coin.
public struct ConfiguredNetwork: Sendable {
    /// Which one it is.
    public let id: ChainID
    /// The connection to it.
    public let chain: any Chain
    /// The node's wallet that pays; nil if the person's own keys pay.
    public let wallet: (any NodeWallet)?

    public init(id: ChainID, chain: any Chain, wallet: (any NodeWallet)? = nil) {
        self.id = id
        self.chain = chain
        self.wallet = wallet
    }
}

/// A network of a coin with named accounts that the person chose, and their account there (S7).
public struct AccountNetwork: Sendable {
    /// Which one it is.
    public let id: ChainID
    public let signer: AccountSigner
    /// The connection to it.
    public let chain: any AccountChain

    public init(id: ChainID, signer: AccountSigner, chain: any AccountChain) {
        self.id = id
        self.signer = signer
        self.chain = chain
    }
}
