import RouterNetworkBackend
import SchemeRouter

/// `use: electrum`: Electrum servers that the person names.
package struct ElectrumServers: NetworkUse {
    package static let (name, servesAccounts) = ("electrum", false)
    package static var keys: [String] { [networkKey, "servers"] }

    /// At least one, in the order in which they are tried. Those with TLS have the rule
    /// ``RouterConnections/CertificateRule/any``.
    package let servers: [LineServer]

    package static func read(
        _ fields: Fields, of coin: CoinDescriptor, on network: NetworkKind, _ document: inout DocumentReader
    ) -> CoinNetwork? {
        guard let list = document.required("servers", in: fields, { $1 }) else { return nil }
        guard let nodes = document.items(of: list) else { return nil }
        var servers: [LineServer] = []
        for node in nodes {
            guard let server = document.electrumServer(node) else { continue }
            if servers.contains(where: { $0.computer == server.computer && $0.port == server.port }) {
                document.note(
                    .conflict, at: node.mark, in: node, "this server is listed twice", hint: "remove one of them")
            }
            servers.append(server)
        }
        if nodes.isEmpty {
            document.note(
                .outOfRange, at: list.mark, in: list, "no server is listed", hint: "list one: [\"ssl://host:50002\"]")
        }
        guard coin.networks[network]?.genesis != nil else {
            document.note(
                .conflict, at: list.mark, in: list,
                "servers of \(coin.title) (\(network.rawValue)) cannot be told from those of other coins",
                hint: "add “genesis” to this network in the coin's descriptor; a node's “getblockhash 0” returns it")
            return nil
        }
        guard !nodes.isEmpty, servers.count == nodes.count else { return nil }
        return CoinNetwork(use: .electrum(servers), network: network)
    }

    package func network(_ context: NetworkContext) throws(ServiceError) -> ConfiguredNetwork {
        ConfiguredNetwork(id: context.id(isPractice: false), chain: try chain(context))
    }

    /// One check for each server. Links can be answered while one of a coin's servers is usable.
    package func checks(_ context: NetworkContext) async -> [HealthCheck] {
        let (coin, network) = (context.coin.title, context.network.rawValue)
        let chain: ElectrumChain
        do throws(ServiceError) { chain = try self.chain(context) } catch {
            return [HealthCheck("server", .failure, error.message, advice: error.hint)]
        }
        let conditions = await chain.examine()
        let isAnyGood = conditions.contains { $0.greeting != nil }
        return conditions.map { condition in
            if let greeting = condition.greeting {
                let batches = condition.answersBatches ? "" : " \(condition.server) answers no batches; slower."
                return HealthCheck(
                    "server", condition.warning == nil ? .good : .warning,
                    "\(condition.server) answers for \(coin) (\(network)): \(greeting)."
                        + (condition.warning.map { " \($0)" } ?? "") + batches,
                    advice: condition.warning.map { _ in "Use another server, and check this computer's clock." })
            }
            return HealthCheck(
                "server", isAnyGood ? .warning : .failure,
                "\(condition.server), which config.yaml lists for \(coin), \(condition.failure ?? "is unusable").",
                advice: condition.hint)
        }
    }

    /// One chain for each coin, so that all questions use one connection of one courier.
    private func chain(_ context: NetworkContext) throws(ServiceError) -> ElectrumChain {
        try context.connections.kept(of: context.coin.id) { () throws(ServiceError) in
            try ElectrumChain(
                of: context.coin, network: context.network, servers: servers,
                lines: context.connections.lines(to: servers, of: context.coin.id),
                habits: context.connections.habits, now: context.now)
        }
    }
}

extension NetworkUse where Self == ElectrumServers {
    /// Servers, in the order in which they are tried.
    package static func electrum(_ servers: [LineServer]) -> ElectrumServers { ElectrumServers(servers: servers) }
}

extension DocumentReader {
    /// `ssl://host:port` or `tcp://host:port`, as in lists of Electrum servers.
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
                .invalidValue, at: node.mark, in: node, "\(quoted(text)) is not an Electrum server",
                hint: "write ssl:// or tcp://, a host and a port, such as \"ssl://server.example:50002\"")
            return nil
        }
        return LineServer(host: address.bareHost, port: port, certificate: scheme == "ssl://" ? .any : nil)
    }
}
