import RouterNetworkBackend
import SchemeRouter

/// `use: cowrie-ledger` in config.yaml: the ledger in memory, for practice (S14).
package struct CowrieNetwork: AddedNetwork {
    package static let name = "cowrie-ledger"
    package static let isPractice = true

    /// There is nothing to set.
    package init(settings: [String: String], of coin: CoinDescriptor) throws(SettingMistake) {
        guard coin.plugin == CowriePlugin.name else {
            throw SettingMistake(
                "\(coin.title) is not a coin of this ledger", hint: "use: cowrie-ledger is for cowries")
        }
    }

    package func network(_ context: NetworkContext) throws(ServiceError) -> ConfiguredNetwork {
        let ledger = try context.connections.kept(of: context.coin.id) { () throws(ServiceError) in
            guard let ledger = CowrieLedger() else {
                throw ServiceError(.unsupportedNetwork, "\(context.coin.title) has no ledger of this network.")
            }
            return ledger
        }
        return ConfiguredNetwork(id: context.id(isPractice: true), chain: ledger, wallet: ledger)
    }

    package func checks(_ context: NetworkContext) async -> [HealthCheck] {
        [HealthCheck("ledger", .good, "The ledger of \(context.coin.title) is in memory, and for practice.")]
    }
}
