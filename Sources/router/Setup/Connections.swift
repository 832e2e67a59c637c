import Configuration
import CourierMessages
import Desktop
import Electrum
import SchemeRouter
import Synchronization

/// The couriers, which open all connections: one for the node or the servers of each coin, and one for the servers of dapps.
/// Each starts when it is first needed. Behind a proxy each has a name of its own, by which Tor keeps them apart.
final class Connections: Sendable {
    private let settings: ConnectionSettings
    private let certificates: any CertificateMemory
    private let nodes = Mutex<[(coin: CoinID, client: CourierClient)]>([])
    private let electrum = Mutex<[(coin: CoinID, chain: ElectrumChain)]>([])

    /// - Parameter certificates: what servers with certificates of their own showed when they were first met.
    init(_ settings: ConnectionSettings, certificates: any CertificateMemory) {
        self.settings = settings
        self.certificates = certificates
    }

    /// To the servers of dapps: public ones, and those of hosts that the person allowed.
    var servers: any NetworkClient {
        CourierClient(
            CourierConfiguration(proxy: settings.proxy, proxyUser: "dapps", allowedHosts: settings.allowedHosts))
    }

    /// To the node of a coin. The person named its host, so that it may be reached wherever it lies; and nobody else's
    /// links name what this one asks.
    func node(at url: ServerAddress, of coin: CoinID) -> CourierClient {
        nodes.withLock { nodes in
            if let known = nodes.first(where: { $0.coin == coin }) { return known.client }
            let configuration = CourierConfiguration(
                proxy: url.namesThisComputer ? nil : settings.proxy, proxyUser: coin.name, allowedHosts: [url.bareHost],
                sockets: sockets { url.text == $0 || url.text.hasPrefix("\($0)/") })
            let new = CourierClient(configuration)
            nodes.append((coin, new))
            return new
        }
    }

    /// The network of a coin behind Electrum servers. One a coin, so that all questions go over one
    /// connection of one courier.
    func electrum(
        of coin: CoinDescriptor, network: NetworkKind, servers: [LineServer]
    ) throws(ServiceError) -> ElectrumChain {
        let result = electrum.withLock { chains in
            Result { () throws(ServiceError) in
                if let known = chains.first(where: { $0.coin == coin.id }) { return known.chain }
                let new = try ElectrumChain(
                    of: coin, network: network, servers: servers,
                    lines: lines(to: servers, of: coin.id))
                chains.append((coin.id, new))
                return new
            }
        }
        return try result.get()
    }

    /// To the servers of a coin that speak in lines, such as those of Electrum. The person named them, so that they may be
    /// reached wherever they lie. Where one has TLS, the rule ``SchemeRouter/CertificateRule/any`` trusts it on first use.
    func lines(to servers: [LineServer], of coin: CoinID) -> CoinServers {
        let near = CourierConfiguration(
            allowedHosts: servers.map(\.host),
            sockets: sockets { name in servers.contains { $0.certificate == nil && name == "tcp://\($0)" } })
        var far = near
        (far.proxy, far.proxyUser) = (settings.proxy, coin.name)
        return CoinServers(near: CourierClient(near), far: CourierClient(far), memory: certificates)
    }

    /// Those of the person's sockets that stand for what is connected to.
    private func sockets(_ isUsed: (_ name: String) -> Bool) -> [CourierSocket] {
        settings.sockets.filter { isUsed($0.name) }.map { server in
            let isHTTP = server.name.hasPrefix("http://")
            return CourierSocket(origin: isHTTP ? server.name : "http" + server.name.dropFirst(3), path: server.path)
        }
    }
}

extension ServerAddress {
    /// The host without the brackets of an IPv6 address.
    fileprivate var bareHost: String {
        host.hasPrefix("[") ? String(host.dropFirst().dropLast()) : host
    }
}
