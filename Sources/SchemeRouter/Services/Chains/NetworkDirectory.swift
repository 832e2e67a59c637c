/// The networks that the person's own configuration names (S7).
public protocol NetworkDirectory: Sendable {
    /// The network of a coin. Throws ``ServiceError/Code/noNetwork`` where none is configured.
    func network(of coin: CoinDescriptor) throws(ServiceError) -> ConfiguredNetwork

    /// The network of a coin whose money lies in named accounts, with the person's account there. Throws
    /// ``ServiceError/Code/noNetwork`` where none is configured.
    func accountNetwork(of coin: CoinDescriptor) throws(ServiceError) -> AccountNetwork
}
