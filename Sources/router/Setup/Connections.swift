import RouterConfiguration
import RouterCourier
import RouterCourierMessages
import RouterNetworkBackend
import SchemeRouter
import Synchronization

/// The couriers, which open all connections: one for the node or the servers of each coin, and one for the servers of
/// dapps. Each starts when it is first needed. Each has its own name at a proxy, so that Tor keeps them apart.
final class Connections: NetworkConnections {
    private let settings: ConnectionSettings
    /// The directory that `~` means in the person's settings.
    private let home: String
    private let certificates: any CertificateMemory
    private let nodes = Mutex<[(coin: CoinID, client: CourierClient)]>([])
    private let networks = Mutex<[(coin: CoinID, network: any Sendable)]>([])

    /// - Parameters:
    ///   - certificates: what servers with certificates of their own presented when they were first met.
    ///   - home: the person's home directory.
    init(_ settings: ConnectionSettings, certificates: any CertificateMemory, home: String) {
        self.settings = settings
        self.home = home
        self.certificates = certificates
    }

    /// Connects to the servers of dapps: public ones, and those on hosts that the person allowed.
    var servers: any NetworkClient {
        CourierClient(
            CourierConfiguration(proxy: settings.proxy, proxyUser: "dapps", allowedHosts: settings.allowedHosts))
    }

    func kept<Kept: Sendable>(
        of coin: CoinID, _ make: () throws(ServiceError) -> Kept
    ) throws(ServiceError) -> Kept {
        if let known = networks.withLock({ $0.first { $0.coin == coin } })?.network as? Kept { return known }
        let new = try make()
        return networks.withLock { networks in
            // Another caller may have added it meanwhile.
            if let known = networks.first(where: { $0.coin == coin })?.network as? Kept { return known }
            networks.append((coin, new))
            return new
        }
    }

    func node(
        at url: ServerAddress, of coin: CoinID, login: NodeLogin?, isNeededSoon: Bool
    ) -> any NetworkClient {
        let client = nodes.withLock { nodes in
            if let known = nodes.first(where: { $0.coin == coin }) { return known.client }
            let configuration = CourierConfiguration(
                proxy: url.namesThisComputer ? nil : settings.proxy, proxyUser: coin.name, allowedHosts: [url.bareHost],
                credentials: login.map { credentials($0, for: url) },
                sockets: sockets { url.text == $0 || url.text.hasPrefix("\($0)/") })
            let new = CourierClient(configuration)
            nodes.append((coin, new))
            return new
        }
        if isNeededSoon { client.start() }
        return client
    }

    /// The courier opens the file; this process only names it (S8).
    private func credentials(_ login: NodeLogin, for url: ServerAddress) -> CourierCredentials {
        switch login {
        case .cookie(let file): CourierCredentials(origin: url.origin, file: absolute(file))
        case .user(let user, let file): CourierCredentials(origin: url.origin, file: absolute(file), user: user)
        }
    }

    private func absolute(_ path: String) -> String {
        path.utf8.starts(with: "~/".utf8) ? home + String(path.utf8.dropFirst())! : path
    }

    func lines(to servers: [LineServer], of coin: CoinID) -> any LineNetwork {
        let near = CourierConfiguration(
            allowedHosts: servers.map(\.host),
            sockets: sockets { name in servers.contains { $0.certificate == nil && name == "tcp://\($0)" } })
        var far = near
        (far.proxy, far.proxyUser) = (settings.proxy, coin.name)
        return CoinServers(near: CourierClient(near), far: CourierClient(far), memory: certificates)
    }

    /// The person's sockets that are used for this connection.
    private func sockets(_ isUsed: (_ name: String) -> Bool) -> [CourierSocket] {
        settings.sockets.filter { isUsed($0.name) }.map { server in
            let isHTTP = server.name.hasPrefix("http://")
            return CourierSocket(origin: isHTTP ? server.name : "http" + server.name.dropFirst(3), path: server.path)
        }
    }
}

extension ServerAddress {
    /// Scheme, host and port: what a password is for.
    fileprivate var origin: String {
        let schemeEnd = text.utf8.dropFirst(isPlain ? 7 : 8).startIndex
        let end = text[schemeEnd...].firstIndex(of: "/") ?? text.endIndex
        return String(text[..<end])
    }
}
