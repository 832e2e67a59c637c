import RouterNetworkBackend
import SchemeRouter

/// `use: sandbox` for a coin with addresses: the embedded practice ledger (S14).
package struct SandboxUse: NetworkUse {
    package static let (name, servesAccounts, isPractice) = ("sandbox", false, true)
    package static var keys: [String] { [networkKey] }

    package init() {}

    /// It has no further settings.
    package static func read(
        _ fields: Fields, of coin: CoinDescriptor, on network: NetworkKind, _ document: inout DocumentReader
    ) -> CoinNetwork? { CoinNetwork(use: SandboxUse(), network: network) }

    package func network(_ context: NetworkContext) throws(ServiceError) -> ConfiguredNetwork {
        let ledger = try SandboxLedger(of: context.coin, network: context.network, in: context.ledgers)
        return ConfiguredNetwork(id: context.id(isPractice: true), chain: SandboxChain(ledger))
    }
}
