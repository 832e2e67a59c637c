import PostgresJournal
import RouterSandbox
import SchemeRouter

/// The practice networks of a directory. A server with real money uses its own nodes instead
/// (Documentation/server.md).
public struct PracticeNetworks: NetworkDirectory {
    private let directory: String

    /// The ledgers in `directory`.
    public init(directory: String) {
        self.directory = directory
    }

    /// The practice network of a coin.
    public func network(of coin: CoinDescriptor) throws(ServiceError) -> ConfiguredNetwork {
        ConfiguredNetwork(
            id: ChainID(coin: coin.id, network: .main, isPractice: true),
            chain: SandboxChain(try SandboxLedger(of: coin, network: .main, in: directory)))
    }

    /// None.
    public func accountNetwork(of coin: CoinDescriptor) throws(ServiceError) -> AccountNetwork {
        throw ServiceError(.noNetwork, "This server has no named accounts.")
    }
}

/// What a server has none of.
struct Nothing: Notifier, BindingMemory, LinkTally {
    func notify(title: String, text: String) -> Bool { false }
    func mayInterrupt() -> Bool { false }
    func didNotInterrupt() {}

    func bindings(of appKey: String) throws(ServiceError) -> [DappBinding] { [] }
    func remember(_ binding: DappBinding) throws(ServiceError) {
        throw ServiceError(.unsupported, "This server answers no dapps.")
    }

    /// Links do not flood a queue into which only some may write, and nobody is pestered: those who approve look when they want.
    func change(_ scheme: String, _ body: (inout LinkDebt) -> Void) throws(ServiceError) {
        var debt = LinkDebt()
        body(&debt)
    }
}
