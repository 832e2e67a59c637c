import Configuration
import CourierMessages
import Desktop
import SchemeRouter
import Synchronization

/// The couriers, which open all connections: one for the node of each coin, and one for the servers of dapps. Each starts
/// when it is first needed.
final class Connections: Sendable {
    private let settings: ConnectionSettings
    private let nodes = Mutex<[(coin: CoinID, client: CourierClient)]>([])

    init(_ settings: ConnectionSettings) {
        self.settings = settings
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
}

extension ServerAddress {
    /// The host without the brackets of an IPv6 address.
    fileprivate var bareHost: String {
        host.hasPrefix("[") ? String(host.dropFirst().dropLast()) : host
    }
}
