/// How servers are reached, those of networks and those of dapps (S7).
public struct ConnectionSettings: Sendable, Hashable {
    /// The proxy for all connections that leave this computer, `socks5h://127.0.0.1:9050`; nil where there is none.
    public internal(set) var proxy: String?
    /// Hosts that may lie in a network that is not public, as they stand in addresses, in lower case. Without this a dapp
    /// could have results posted to whatever else runs on this computer or beside it.
    public internal(set) var allowedHosts: [String] = []

    /// The Unix sockets of servers on this computer.
    public internal(set) var sockets: [LocalServer] = []

    /// A Unix socket on which a server answers.
    public struct LocalServer: Sendable, Hashable {
        /// What stands for it where a server is named: `http` or `tcp`, host and port, such as `http://localhost:8888`.
        public let name: String
        /// Its absolute path.
        public let path: String
    }
}
