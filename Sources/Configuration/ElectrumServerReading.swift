import SchemeRouter

extension ConfigurationReader {
    /// The servers that the person named for a coin, at least one; nil where anything is wrong with them, which is noted.
    mutating func electrumServers(
        in fields: Fields, of coin: CoinDescriptor, _ network: NetworkKind
    ) -> [LineServer]? {
        guard let list = document.required("servers", in: fields, { $1 }) else { return nil }
        guard let nodes = document.items(of: list) else { return nil }
        var servers: [LineServer] = []
        for node in nodes {
            guard let server = document.electrumServer(node) else { continue }
            if servers.contains(where: { $0.host == server.host && $0.port == server.port }) {
                document.note(
                    .conflict, at: node.mark, in: node, "this server stands twice", hint: "remove one of them")
            }
            servers.append(server)
        }
        if nodes.isEmpty {
            document.note(
                .outOfRange, at: list.mark, in: list, "there is no server", hint: "name one: [\"ssl://host:50002\"]")
        }
        guard coin.networks[network]?.genesis != nil else {
            document.note(
                .conflict, at: list.mark, in: list,
                "nothing tells servers of \(coin.title) (\(network.rawValue)) from those of other coins",
                hint: "add 'genesis' to this network in the coin's descriptor; “getblockhash 0” of a node says it")
            return nil
        }
        return !nodes.isEmpty && servers.count == nodes.count ? servers : nil
    }
}

extension DocumentReader {
    /// `ssl://host:port` or `tcp://host:port`, as lists of Electrum servers have it.
    fileprivate mutating func electrumServer(_ node: YAMLNode) -> LineServer? {
        guard let text = text(node) else { return nil }
        let lower = text.lowercased()
        guard let scheme = ["ssl://", "tcp://"].first(where: lower.hasPrefix),
            let address = ServerAddress("https://" + lower.dropFirst(scheme.count)),
            case let rest = lower.utf8.dropFirst(scheme.utf8.count + address.host.utf8.count),
            rest.first == UInt8(ascii: ":"), case let port = rest.dropFirst(), port.allSatisfy(\.isASCIIDigit),
            let port = UInt16(String(decoding: port, as: UTF8.self)), port > 0
        else {
            note(
                .invalidValue, at: node.mark, in: node, "\(quoted(text)) is no Electrum server",
                hint: "write ssl:// or tcp://, a host and a port, such as \"ssl://server.example:50002\"")
            return nil
        }
        return LineServer(host: address.bareHost, port: port, certificate: scheme == "ssl://" ? .any : nil)
    }
}

extension ServerAddress {
    /// The host without the brackets of an IPv6 address.
    fileprivate var bareHost: String { host.hasPrefix("[") ? String(host.dropFirst().dropLast()) : host }
}
