/// Reads from one coin's network (S13). A `core-rpc`, `electrum` or practice network implements it.
public protocol ChainReader: Sendable {
    /// All unspent outputs that pay to one of `scripts`.
    func unspentOutputs(payingTo scripts: [[UInt8]]) async throws(ServiceError) -> [UnspentOutput]

    /// Those of `scripts` that any transaction ever paid to.
    func usedScripts(among scripts: [[UInt8]]) async throws(ServiceError) -> Set<[UInt8]>

    /// The whole bytes of a transaction.
    func transaction(_ id: TransactionID) async throws(ServiceError) -> [UInt8]

    /// The fee the network asks for 1,000 bytes; nil where it gives no estimate.
    func feePerKB() async throws(ServiceError) -> Amount?
}

/// One coin's network: what is read from it, and the one way to change it.
public protocol Chain: ChainReader {
    /// Sends a signed transaction. Returns only when the network took it, or already had it.
    ///
    /// Throws ``ServiceError/Code/networkRefused`` where it certainly was not taken and
    /// ``ServiceError/Code/answerUnknown`` where that is not known.
    func broadcast(_ transaction: SignedTransaction) async throws(ServiceError)
}

/// The networks that the person's own configuration names (S7).
public protocol NetworkDirectory: Sendable {
    /// The network of a coin. Throws ``ServiceError/Code/noNetwork`` where none is configured.
    func network(of coin: CoinDescriptor) throws(ServiceError) -> ConfiguredNetwork

    /// The network of a coin whose money lies in named accounts, with the person's account there. Throws
    /// ``ServiceError/Code/noNetwork`` where none is configured.
    func accountNetwork(of coin: CoinDescriptor) throws(ServiceError) -> AccountNetwork
}

/// A network the person chose for a coin.
public struct ConfiguredNetwork: Sendable {
    /// Which one it is.
    public let id: ChainID
    /// The connection to it.
    public let chain: any Chain

    /// A network as given.
    public init(id: ChainID, chain: any Chain) {
        self.id = id
        self.chain = chain
    }
}
