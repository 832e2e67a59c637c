/// How servers of networks and of dapps are reached (S7).
public struct ConnectionSettings: Sendable, Hashable {
    /// The proxy for all connections that leave this computer, `socks5h://127.0.0.1:9050`; nil if there is none.
    public internal(set) var proxy: String?
    /// Hosts that may be on a private network, as in addresses, in lower case. Without this rule a dapp could post
    /// results to whatever else runs on this computer or its local network.
    public internal(set) var allowedHosts: [String] = []

    /// The Unix sockets of servers on this computer.
    public internal(set) var sockets: [LocalServer] = []

    /// A Unix socket on which a server listens.
    public struct LocalServer: Sendable, Hashable {
        /// Its alias in server settings: `http` or `tcp`, host and port, such as `http://localhost:8888`.
        public let name: String
        /// Its absolute path.
        public let path: String
    }
}
