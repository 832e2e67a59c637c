import Glibc
import RouterConfiguration
import RouterNetworkBackend
import RouterWallet
import SchemeRouter

/// The networks of the person's settings.
struct ConfiguredNetworks: NetworkDirectory {
    let configuration: PersonalConfiguration
    let routes: RouteTable
    /// Where the practice ledgers are.
    let directory: String
    let wallet: WalletFiles
    let connections: Connections

    func network(of coin: CoinDescriptor) throws(ServiceError) -> ConfiguredNetwork {
        let chosen = try chosen(for: coin)
        guard coin.accountChain == nil else {
            throw ServiceError(.unsupported, "The money of \(coin.title) is in named accounts, not at addresses.")
        }
        return try chosen.use.network(context(of: coin, chosen))
    }

    func accountNetwork(of coin: CoinDescriptor) throws(ServiceError) -> AccountNetwork {
        let chosen = try chosen(for: coin)
        guard chosen.signer != nil else {
            throw ServiceError(.unsupported, "The money of \(coin.title) is at addresses, not in named accounts.")
        }
        return try chosen.use.accountNetwork(context(of: coin, chosen))
    }

    /// Starts what will query the network of a coin, so that it is ready when a link is read.
    func start(_ id: CoinID) {
        guard let coin = routes.coin(id), let chosen = configuration.networks[id] else { return }
        chosen.use.start(context(of: coin, chosen))
    }

    /// Whether payments over these networks would work, in the order of the coins.
    var checks: [HealthCheck] {
        get async {
            var checks: [HealthCheck] = []
            for (id, chosen) in configuration.networks.sorted(by: { $0.key < $1.key }) {
                guard let coin = routes.coin(id) else { continue }
                checks += await chosen.use.checks(context(of: coin, chosen))
            }
            return checks
        }
    }

    private func context(of coin: CoinDescriptor, _ chosen: CoinNetwork) -> NetworkContext {
        NetworkContext(
            coin, chosen, connections: connections, ledgers: directory, keyring: WalletKeyring(files: wallet),
            now: { UnixTime(time(nil)) })
    }

    private func chosen(for coin: CoinDescriptor) throws(ServiceError) -> CoinNetwork {
        if let chosen = configuration.networks[coin.id] { return chosen }
        throw ServiceError(
            .noNetwork, "No network is chosen for \(coin.title).",
            hint: "“router sandbox on \(coin.id)” lets you practise without real money; "
                + "config.yaml names other networks, such as your own node.")
    }
}
