import SchemeRouter

/// One network for every coin.
public struct FakeNetworks: NetworkDirectory {
    public let chain: any Chain
    public let isPractice: Bool
    public let accounts: (any AccountChain)?
    public let signer: AccountSigner
    /// The node's wallet that pays.
    public let wallet: (any NodeWallet)?

    public init(
        chain: any Chain, isPractice: Bool = false, accounts: (any AccountChain)? = nil,
        signer: AccountSigner = AccountSigner(account: "bobbobbobbob", permission: "active"),
        wallet: (any NodeWallet)? = nil
    ) {
        self.wallet = wallet
        self.chain = chain
        self.isPractice = isPractice
        self.accounts = accounts
        self.signer = signer
    }

    public func network(of coin: CoinDescriptor) throws(ServiceError) -> ConfiguredNetwork {
        ConfiguredNetwork(
            id: ChainID(coin: coin.id, network: .main, isPractice: isPractice), chain: chain, wallet: wallet)
    }

    public func accountNetwork(of coin: CoinDescriptor) throws(ServiceError) -> AccountNetwork {
        guard let accounts else { throw ServiceError(.noNetwork, "No network is chosen for \(coin.title).") }
        return AccountNetwork(
            id: ChainID(coin: coin.id, network: .main, isPractice: isPractice), signer: signer, chain: accounts)
    }
}

/// No network is chosen for any coin.
public struct NoNetworks: NetworkDirectory {
    public init() {}

    public func network(of coin: CoinDescriptor) throws(ServiceError) -> ConfiguredNetwork {
        throw ServiceError(.noNetwork, "No network is chosen for \(coin.title).")
    }

    public func accountNetwork(of coin: CoinDescriptor) throws(ServiceError) -> AccountNetwork {
        throw ServiceError(.noNetwork, "No network is chosen for \(coin.title).")
    }
}
