/// How to reach the servers of networks and dapps (S7).
public struct ConnectionSettings: Sendable, Hashable {
    /// The proxy for all connections that leave this computer, such as `socks5h://127.0.0.1:9050`; nil for none.
    public internal(set) var proxy: String?
    /// Hosts that may be on a private network, in lower case. Without this restriction, a dapp could have results
    /// posted to any server on this computer or its local network.
    public internal(set) var allowedHosts: [String] = []

    /// The Unix sockets of servers on this computer.
    public internal(set) var sockets: [LocalServer] = []

    /// A Unix socket of a server.
    public struct LocalServer: Sendable, Hashable {
        /// Its alias in server URLs: `http` or `tcp`, host and port, such as `http://localhost:8888`.
        public let name: String
        /// Its absolute path.
        public let path: String
    }
}
