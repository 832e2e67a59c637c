import Configuration
import CoreRPC
import CourierMessages
import Desktop
import SchemeRouter
import Synchronization

/// The couriers, which open all connections: one for the node of each coin, and one for the servers of dapps. Each starts
/// when it is first needed.
final class Connections: Sendable {
    private let settings: ConnectionSettings
    /// What `~` stands for in the person's settings.
    private let home: String
    private let nodes = Mutex<[(coin: CoinID, client: CourierClient)]>([])
    private let chains = Mutex<[(coin: CoinID, chain: CoreRPCChain)]>([])

    init(_ settings: ConnectionSettings, home: String) {
        self.settings = settings
        self.home = home
    }

    /// To the servers of dapps: public ones, and those of hosts that the person allowed.
    var servers: any NetworkClient {
        CourierClient(CourierConfiguration(proxy: settings.proxy, allowedHosts: settings.allowedHosts))
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
                proxy: url.namesThisComputer ? nil : settings.proxy, allowedHosts: [url.bareHost],
                credentials: login.map { credentials($0, for: url) })
            let new = CourierClient(configuration)
            nodes.append((coin, new))
            return new
        }
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
