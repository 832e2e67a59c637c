import Chains
import Configuration
import SchemeRouter

/// The networks of the person's settings.
struct ConfiguredNetworks: NetworkDirectory {
    let configuration: PersonalConfiguration
    let directory: String

    func network(of coin: CoinDescriptor) throws(ServiceError) -> ConfiguredNetwork {
        let chosen = try chosen(for: coin)
        guard coin.accountChain == nil else {
            throw ServiceError(.unsupported, "The money of \(coin.title) lies in named accounts, not at addresses.")
        }
        switch chosen.use {
        case .sandbox:
            let ledger = try SandboxLedger(of: coin, network: chosen.network, in: directory)
            return ConfiguredNetwork(
                id: ChainID(coin: coin.id, network: chosen.network, isPractice: true), chain: SandboxChain(ledger))
        case .nodeos, .unsupported:
            throw ServiceError(
                .unsupportedNetwork, "“use: \(chosen.use.name)” is not supported yet.",
                hint: "This version knows only the practice network: “router sandbox on \(coin.id)”.")
        }
    }

    func accountNetwork(of coin: CoinDescriptor) throws(ServiceError) -> AccountNetwork {
        _ = try chosen(for: coin)
        throw ServiceError(.noNetwork, "No network is chosen for \(coin.title).")
    }

    private func chosen(for coin: CoinDescriptor) throws(ServiceError) -> CoinNetwork {
        if let chosen = configuration.networks[coin.id] { return chosen }
        throw ServiceError(
            .noNetwork, "No network is chosen for \(coin.title).",
            hint: "“router sandbox on \(coin.id)” practises without real money; "
                + "config.yaml names other networks (see the README).")
    }
}
