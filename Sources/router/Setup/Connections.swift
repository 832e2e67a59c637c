import Configuration
import CourierMessages
import Desktop
import Electrum
import SchemeRouter
import Storage
import Synchronization

/// The couriers, which open all connections: one for the node of each coin, and one for the servers of dapps. Each starts
/// when it is first needed.
final class Connections: Sendable {
    private let settings: ConnectionSettings
    /// How servers proved who they are when they were first met.
    private let certificates: any CertificateMemory
    private let nodes = Mutex<[(coin: CoinID, client: CourierClient)]>([])
    private let electrum = Mutex<[(coin: CoinID, chain: ElectrumChain)]>([])

    init(_ settings: ConnectionSettings, certificates: any CertificateMemory) {
        self.settings = settings
        self.certificates = certificates
    }

    /// To the servers of dapps: public ones, and those of hosts that the person allowed.
    var servers: any NetworkClient {
        CourierClient(CourierConfiguration(proxy: settings.proxy, allowedHosts: settings.allowedHosts))
    }

    /// To the node of a coin. The person named its host, so that it may be reached wherever it lies; and nobody else's
    /// links name what this one asks.
    func node(at url: ServerAddress, of coin: CoinID) -> CourierClient {
        nodes.withLock { nodes in
            if let known = nodes.first(where: { $0.coin == coin }) { return known.client }
            let configuration = CourierConfiguration(
                proxy: url.namesThisComputer ? nil : settings.proxy, allowedHosts: [url.bareHost])
            let new = CourierClient(configuration)
            nodes.append((coin, new))
            return new
        }
    }

    /// The network of a coin behind Electrum servers. One a coin, so that all questions go over one connection.
    func electrum(
        of coin: CoinDescriptor, network: NetworkKind, servers: [LineServer]
    ) throws(ServiceError) -> ElectrumChain {
        let result = electrum.withLock { chains in
            Result { () throws(ServiceError) in
                if let known = chains.first(where: { $0.coin == coin.id }) { return known.chain }
                let lines = CoinServers(servers, of: coin.id, settings)
                let new = try ElectrumChain(
                    of: coin, network: network, servers: servers,
                    lines: FirstUseNetwork(lines, memory: certificates))
                chains.append((coin.id, new))
                return new
            }
        }
        return try result.get()
    }
}

extension ServerAddress {
    /// The host without the brackets of an IPv6 address.
    fileprivate var bareHost: String {
        host.hasPrefix("[") ? String(host.dropFirst().dropLast()) : host
    }
}
