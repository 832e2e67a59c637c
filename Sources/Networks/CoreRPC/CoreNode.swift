import RouterNetworkBackend
import SchemeRouter

/// `use: core-rpc`: a full node of the coin, such as Dash Core or bitcoind.
package struct CoreNode: NetworkUse {
    package static let (name, servesAccounts) = ("core-rpc", false)
    /// The node's URL, its credentials, and its wallet that pays.
    package static var keys: [String] { [networkKey, "url", "cookie", "user", "password-file", "wallet"] }

    /// The node's URL, without a trailing slash.
    package let url: ServerAddress
    /// The node's credentials.
    package let login: NodeLogin
    /// The node's wallet that pays with the node's own keys; nil if the person's own keys pay.
    package let wallet: String?

    package init(url: ServerAddress, login: NodeLogin, wallet: String? = nil) {
        self.url = url
        self.login = login
        self.wallet = wallet
    }

    package static func read(
        _ fields: Fields, of coin: CoinDescriptor, on network: NetworkKind, _ document: inout DocumentReader
    ) -> CoinNetwork? {
        let url = document.required("url", in: fields) { $0.nodeURL($1) }
        let login = login(in: fields, &document)
        let wallet = document.optional("wallet", in: fields) { $0.walletName($1) }
        guard let url, let login, wallet != nil || fields["wallet"] == nil else { return nil }
        return CoinNetwork(use: CoreNode(url: url, login: login, wallet: wallet), network: network)
    }

    /// Either the node's own cookie, or a user name with a password file: a password in config.yaml would be read by
    /// this program, which must not know it (S8).
    private static func login(in fields: Fields, _ document: inout DocumentReader) -> NodeLogin? {
        guard let cookie = fields.entry("cookie") else {
            let user = document.required("user", in: fields) { $0.userName($1) }
            let file = document.required("password-file", in: fields) { $0.filePath($1) }
            guard let user, let file else { return nil }
            return .user(user, passwordFile: file)
        }
        for key in ["user", "password-file"] {
            guard let entry = fields.entry(key) else { continue }
            document.note(
                .conflict, at: entry.mark, in: fields.node, "“\(key)” and “cookie” cannot be used together",
                hint: "the cookie contains the name and password")
        }
        return document.filePath(cookie.value).map(NodeLogin.cookie)
    }

    /// The network behind the node, and the node's wallet if one pays.
    package func network(_ context: NetworkContext) throws(ServiceError) -> ConfiguredNetwork {
        let chain = try chain(context)
        return ConfiguredNetwork(id: context.id(isPractice: false), chain: chain, wallet: wallet.map(chain.wallet))
    }

    package func start(_ context: NetworkContext) {
        _ = context.connections.node(at: url, of: context.coin.id, login: login, isNeededSoon: true)
    }

    /// Whether the node answers, is fit to pay over, and allows use of its wallet.
    package func checks(_ context: NetworkContext) async -> [HealthCheck] {
        let place = "\(context.coin.id.name): the node at \(url.text)"
        do throws(ServiceError) {
            let chain = try chain(context)
            let report = try await chain.report()
            if let wallet { _ = try await chain.wallet(named: wallet).balance() }
            let paying = wallet.map { " Its wallet \(Quoted($0, limit: 80)) pays." } ?? ""
            let facts = [
                "\(Quoted(report.version, limit: 60))", report.protocolVersion.map { "protocol \($0)" }, report.upgrade,
                "network \(context.network.rawValue)",
                "block \(report.height)" + (report.blockAge.map { ", \($0) old" } ?? ""),
                "connections: \(report.connections)",
            ].compactMap(\.self).joined(separator: ", ")
            return [
                HealthCheck(
                    "node", report.warning == nil ? .good : .warning, "\(place) answers: \(facts).\(paying)",
                    advice: report.warning)
            ]
        } catch { return [HealthCheck("node", .failure, "\(place): \(error.message)", advice: error.hint)] }
    }

    private func chain(_ context: NetworkContext) throws(ServiceError) -> CoreRPCChain {
        try context.connections.kept(of: context.coin.id) { () throws(ServiceError) in
            try CoreRPCChain(
                url: url.text, coin: context.coin, network: context.network,
                client: context.connections.node(at: url, of: context.coin.id, login: login),
                now: context.now)
        }
    }
}

extension DocumentReader {
    /// A file path, absolute or below the person's home directory.
    fileprivate mutating func filePath(_ node: YAMLNode) -> String? {
        guard let path = label(node, limit: 1_024) else { return nil }
        if path.utf8.first == UInt8(ascii: "/") || (path.utf8.starts(with: "~/".utf8) && path.utf8.count > 2) {
            return path
        }
        note(
            .invalidValue, at: node.mark, in: node, "\(quoted(path)) is not the path of a file",
            hint: "begin it with / or ~/, such as ~/.dashcore/.cookie")
        return nil
    }

    /// The name of a node's wallet, which becomes part of the node's URL.
    fileprivate mutating func walletName(_ node: YAMLNode) -> String? {
        guard let name = label(node, limit: 64) else { return nil }
        // Characters that need no escaping in URLs (RFC 3986, 2.3) and in file names on all systems.
        let isPlain = name.utf8.allSatisfy { $0.isASCIILetter || $0.isASCIIDigit || "-_.".utf8.contains($0) }
        if isPlain && !name.hasPrefix(".") { return name }
        note(
            .invalidValue, at: node.mark, in: node, "\(quoted(name)) cannot be used as a wallet name",
            hint: "use letters, digits, “-”, “_” and “.”; the node's “listwallets” lists the names")
        return nil
    }

    /// A user name as HTTP accepts it: without a colon, which would end it.
    fileprivate mutating func userName(_ node: YAMLNode) -> String? {
        guard let name = label(node, limit: 256) else { return nil }
        if name.utf8.allSatisfy({ (0x21...0x7E).contains($0) && $0 != UInt8(ascii: ":") }) { return name }
        note(
            .invalidValue, at: node.mark, in: node, "\(quoted(name)) is not a valid user name for a node",
            hint: "use the rpcuser or rpcauth name from the node's own settings, without a colon")
        return nil
    }
}
