import Configuration
import CoreRPC
import CourierMessages
import Desktop
import Electrum
import SchemeRouter
import Synchronization

/// The couriers, which open all connections: one for the node or the servers of each coin, and one for the servers of dapps.
/// Each starts when it is first needed. Behind a proxy each has a name of its own, by which Tor keeps them apart.
final class Connections: Sendable {
    private let settings: ConnectionSettings
    /// What `~` stands for in the person's settings.
    private let home: String
    private let certificates: any CertificateMemory
    private let nodes = Mutex<[(coin: CoinID, client: CourierClient)]>([])
    private let electrum = Mutex<[(coin: CoinID, chain: ElectrumChain)]>([])
    private let chains = Mutex<[(coin: CoinID, chain: CoreRPCChain)]>([])

    /// - Parameters:
    ///   - certificates: what servers with certificates of their own showed when they were first met.
    ///   - home: the person's home directory.
    init(_ settings: ConnectionSettings, certificates: any CertificateMemory, home: String) {
        self.settings = settings
        self.home = home
        self.certificates = certificates
    }

    /// To the servers of dapps: public ones, and those of hosts that the person allowed.
    var servers: any NetworkClient {
        CourierClient(
            CourierConfiguration(proxy: settings.proxy, proxyUser: "dapps", allowedHosts: settings.allowedHosts))
    }

    /// The network of a coin behind its node: one for all who ask, because it remembers what it has found out.
    func chain(
        at node: CoinNetwork.CoreNode, of coin: CoinDescriptor, network: NetworkKind
    ) throws(ServiceError) -> CoreRPCChain {
        if let known = chains.withLock({ $0.first { $0.coin == coin.id } }) { return known.chain }
        let new = try CoreRPCChain(
            url: node.url.text, coin: coin, network: network,
            client: self.node(at: node.url, of: coin.id, login: node.login))
        chains.withLock { $0.append((coin.id, new)) }
        return new
    }

    /// To the node of a coin. The person named its host, so that it may be reached wherever it lies; and nobody else's
    /// links name what this one asks.
    /// - Parameter login: where its name and password lie; nil where it asks for none.
    func node(at url: ServerAddress, of coin: CoinID, login: CoinNetwork.CoreNode.Login? = nil) -> CourierClient {
        nodes.withLock { nodes in
            if let known = nodes.first(where: { $0.coin == coin }) { return known.client }
            let configuration = CourierConfiguration(
                proxy: url.namesThisComputer ? nil : settings.proxy, proxyUser: coin.name, allowedHosts: [url.bareHost],
                credentials: login.map { credentials($0, for: url) },
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

    /// The courier opens the file; this process only names it (S8).
    private func credentials(_ login: CoinNetwork.CoreNode.Login, for url: ServerAddress) -> CourierCredentials {
        switch login {
        case .cookie(let file): CourierCredentials(origin: url.origin, file: absolute(file))
        case .user(let user, let file): CourierCredentials(origin: url.origin, file: absolute(file), user: user)
        }
    }

    private func absolute(_ path: String) -> String {
        path.hasPrefix("~/") ? home + path.dropFirst() : path
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
    /// Scheme, host and port, which is what a password is for.
    fileprivate var origin: String {
        let schemeEnd = text.utf8.dropFirst(isPlain ? 7 : 8).startIndex
        let end = text[schemeEnd...].firstIndex(of: "/") ?? text.endIndex
        return String(text[..<end])
    }

    /// The host without the brackets of an IPv6 address.
    fileprivate var bareHost: String {
        host.hasPrefix("[") ? String(host.dropFirst().dropLast()) : host
    }
}
