import Configuration
import CourierMessages
import Desktop
import SchemeRouter

/// The way to the Electrum servers of one coin. The person named them, so that they may be reached wherever they lie; those
/// on this computer without the proxy.
struct CoinServers: LineNetwork {
    private let near: CourierClient
    private let far: CourierClient

    init(_ servers: [LineServer], of coin: CoinID, _ settings: ConnectionSettings) {
        let hosts = { (isNear: Bool) in servers.filter { $0.isOnThisComputer == isNear }.map(\.host) }
        near = CourierClient(CourierConfiguration(allowedHosts: hosts(true)))
        let proxy = settings.proxy
        far = CourierClient(
            CourierConfiguration(
                proxy: proxy, proxyUser: proxy?.hasPrefix("socks5h:") == true ? coin.name : nil,
                allowedHosts: hosts(false)))
    }

    func connect(
        to server: LineServer, until deadline: ContinuousClock.Instant
    ) async throws(NetworkError) -> any LineConnection {
        try await (server.isOnThisComputer ? near : far).connect(to: server, until: deadline)
    }
}

extension LineServer {
    /// Whether the name alone says that it is on this computer.
    fileprivate var isOnThisComputer: Bool { ServerAddress("https://\(self)")?.namesThisComputer ?? false }
}
