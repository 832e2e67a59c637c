import Configuration
import Electrum
import SchemeRouter

/// Looks at the Electrum servers of the person's settings: whether they are there, and of the right network.
struct DoctorServers {
    let installation: Installation

    /// One check for each server. Links can be answered while one of a coin's servers is of use.
    var checks: [DoctorCheck] {
        get async {
            var checks: [DoctorCheck] = []
            for (id, network) in installation.configuration.networks.sorted(by: { $0.key < $1.key }) {
                guard case .electrum(let servers) = network.use, let coin = installation.routes.coin(id) else {
                    continue
                }
                checks += await self.checks(of: coin, network.network, servers)
            }
            return checks
        }
    }

    private func checks(
        of coin: CoinDescriptor, _ network: NetworkKind, _ servers: [LineServer]
    ) async -> [DoctorCheck] {
        let chain: ElectrumChain
        do throws(ServiceError) {
            chain = try installation.connections.electrum(of: coin, network: network, servers: servers)
        } catch {
            return [DoctorCheck("server", .failure, error.message, advice: error.hint)]
        }
        let conditions = await chain.examine()
        let isAnyGood = conditions.contains { $0.greeting != nil }
        return conditions.map { condition in
            if let greeting = condition.greeting {
                return DoctorCheck(
                    "server", .good, "\(condition.server) answers for \(coin.title) (\(network.rawValue)): \(greeting)."
                )
            }
            return DoctorCheck(
                "server", isAnyGood ? .warning : .failure,
                "\(condition.server), which config.yaml names for \(coin.title), \(condition.failure ?? "is of no use").",
                advice: condition.hint)
        }
    }
}
