import PostgresJournal
import RouterNetworks
import SchemeRouter

/// The practice networks in a directory. A server with real money uses its own nodes instead (Documentation/server.md).
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

    /// Always throws: there are none.
    public func accountNetwork(of coin: CoinDescriptor) throws(ServiceError) -> AccountNetwork {
        throw ServiceError(.noNetwork, "This server has no named accounts.")
    }
}

/// Services that a server does not have.
struct Nothing: Notifier, BindingMemory, LinkTally {
    func notify(title: String, text: String) -> Bool { false }
    func mayInterrupt() -> Bool { false }
    func didNotInterrupt() {}

    func bindings(of appKey: String) throws(ServiceError) -> [DappBinding] { [] }
    func remember(_ binding: DappBinding) throws(ServiceError) {
        throw ServiceError(.unsupported, "This server answers no dapps.")
    }

    /// Only authorised programs write to the queue, so links do not flood it, and nobody is interrupted: the approvers
    /// look when they want to.
    func change(_ source: String, _ body: (inout LinkDebt) -> Void) throws(ServiceError) {
        var debt = LinkDebt()
        body(&debt)
    }

    /// Nobody ends the lock after refusals early: the links wait in the queue.
    func unlock(upTo entry: Int64) throws(ServiceError) {
        throw ServiceError(.unsupported, "This server ends no lock; the links wait in the queue.")
    }

    func unlocked() throws(ServiceError) -> Int64 { 0 }
}
