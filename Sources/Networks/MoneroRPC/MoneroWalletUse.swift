import RouterNetworkBackend
import SchemeRouter

/// `use: monero-rpc`: the person's own `monero-wallet-rpc`, for Monero and coins like it.
package struct MoneroWalletUse: NetworkUse {
    package static let (name, servesAccounts, servesForeign) = ("monero-rpc", false, true)
    package static let choosesNetworkOfCoin = false
    package static var keys: [String] { [networkKey, "url", "account", "user", "password-file"] }

    /// The program's URL, without a trailing slash.
    let url: ServerAddress
    let login: NodeLogin
    let account: UInt32
    let network: MoneroNetwork

    package static func advice(for coin: CoinDescriptor) -> String? {
        serves(coin) ? "In config.yaml, “use: \(name)” names your own wallet program, which then pays from here." : nil
    }

    private static func serves(_ coin: CoinDescriptor) -> Bool { coin.addresses.contains { $0.kind == .cryptonote } }

    package static func read(
        _ fields: Fields, of coin: CoinDescriptor, on _: NetworkKind, _ document: inout DocumentReader
    ) -> CoinNetwork? {
        guard serves(coin) else {
            document.note(
                .conflict, in: fields["use"] ?? fields.node,
                "“\(name)” does not support \(coin.title), whose addresses are of another kind",
                hint: "it is for Monero and coins like it")
            return nil
        }
        let network = document.optional(networkKey, in: fields) { document, node in
            document.choice(node, of: "network of \(coin.title)", among: MoneroNetwork.allCases, name: \.rawValue)
        }
        let url = document.required("url", in: fields) { $0.nodeURL($1) }
        let login = document.passwordLogin(in: fields)
        let account = fields["account"] == nil ? 0 : document.optional("account", in: fields) { $0.accountIndex($1) }
        guard let url, let login, let account, network != nil || fields[networkKey] == nil else { return nil }
        let chosen = network ?? .main
        return CoinNetwork(
            use: MoneroWalletUse(
                url: url, login: .digest(user: login.user, passwordFile: login.file), account: account, network: chosen),
            network: chosen.kind)
    }

    package func network(_ context: NetworkContext) throws(ServiceError) -> ConfiguredNetwork {
        let chain = try chain(context)
        return ConfiguredNetwork(id: context.id(isPractice: false), chain: chain, wallet: chain.wallet)
    }

    package func start(_ context: NetworkContext) {
        _ = context.connections.node(at: url, of: context.coin.id, login: login, isNeededSoon: true)
    }

    /// Whether the program answers after a login, has a wallet of the right network, and follows its node.
    package func checks(_ context: NetworkContext) async -> [HealthCheck] {
        let place = "\(context.coin.id.name): the wallet program at \(url.text)"
        do throws(ServiceError) {
            let chain = try chain(context)
            let deadline = Deadline.now + chain.wallet.timeout
            let address = try await chain.wallet.address(until: deadline)
            let height = try await chain.wallet.call("get_height", until: deadline)["height"]?.integer ?? 0
            let balance = try await chain.wallet.balance()
            let warning = await chain.warning()
            return [
                HealthCheck(
                    "wallet-program", warning == nil ? .good : .warning,
                    "\(place) answers: wallet \(address.prefix(4))…\(address.suffix(4)), account \(account), network "
                        + "\(network.rawValue), \(height) blocks, \(context.coin.text(balance.spendable)) to spend.",
                    advice: warning.map { "\($0) Use https, or a tunnel." })
            ]
        } catch { return [HealthCheck("wallet-program", .failure, "\(place): \(error.message)", advice: error.hint)] }
    }

    private func chain(_ context: NetworkContext) throws(ServiceError) -> MoneroChain {
        try context.connections.kept(of: context.coin.id) { () throws(ServiceError) in
            let client = context.connections.node(at: url, of: context.coin.id, login: login)
            let wallet = MoneroWallet(
                connection: WalletConnection(client, url: url.text), coin: context.coin, network: network,
                account: account, place: String(url.text.drop { $0 != "/" }.dropFirst(2)))
            return MoneroChain(wallet: wallet, isOpen: url.isPlain && !url.namesThisComputer)
        }
    }
}

extension DocumentReader {
    /// The number of an account of a wallet.
    fileprivate mutating func accountIndex(_ node: YAMLNode) -> UInt32? {
        guard let text = text(node) else { return nil }
        if text.utf8.allSatisfy(\.isASCIIDigit), text.utf8.count <= 6, let index = UInt32(text) { return index }
        note(
            .invalidValue, at: node.mark, in: node, "\(quoted(text)) is not the number of an account",
            hint: "accounts are numbered from 0; “get_accounts” of the wallet lists them")
        return nil
    }
}
