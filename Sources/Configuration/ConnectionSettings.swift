/// How servers are reached, those of networks and those of dapps (S7).
public struct ConnectionSettings: Sendable, Hashable {
    /// The proxy for all connections that leave this computer, `socks5h://127.0.0.1:9050`; nil where there is none.
    public let proxy: String?
    /// Hosts that may lie in a network that is not public, as they stand in addresses, in lower case. Without this a dapp
    /// could have results posted to whatever else runs on this computer or beside it.
    public let allowedHosts: [String]

    /// The Unix sockets of servers on this computer.
    public let sockets: [LocalServer]

    /// A Unix socket on which a server answers.
    public struct LocalServer: Sendable, Hashable {
        /// What stands for it where a server is named: `http` or `tcp`, host and port, such as `http://localhost:8888`.
        public let name: String
        /// Its absolute path.
        public let path: String

        /// Creates a socket.
        public init(name: String, path: String) {
            self.name = name
            self.path = path
        }
    }

    /// Creates settings.
    public init(proxy: String? = nil, allowedHosts: [String] = [], sockets: [LocalServer] = []) {
        self.proxy = proxy
        self.allowedHosts = allowedHosts
        self.sockets = sockets
    }
}
