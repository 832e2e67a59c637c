/// Whose keys carry out a request, and where: what the coin's plugin supports on the network that the person
/// configured.
enum PaymentBackend: Sendable {
    /// The wallet's keys, for money at addresses.
    case keys(any PaymentPlugin, ChainFacts, ConfiguredNetwork)
    /// The keys of a node's wallet.
    case node(NodePayer)
    /// The wallet's key for a named account.
    case account(any AccountPlugin, AccountNetwork)
    /// Another wallet program, which asks the person itself.
    case program(HandOverIntent, WalletChoice)

    var chain: ChainID {
        switch self {
        case .keys(_, let facts, _): facts.id
        case .node(let payer): payer.id
        case .account(_, let network): network.id
        case .program(let intent, _): intent.chain
        }
    }

    /// The way to pay that another program receives; nil if this wallet carries the request out.
    var way: PaymentInstruction? {
        if case .program(let intent, _) = self { return intent.instruction }
        return nil
    }

    /// The node's wallet that pays; nil if the person's own keys pay.
    var nodeWallet: (any NodeWallet)? {
        if case .node(let payer) = self { return payer.wallet }
        return nil
    }
}

/// A node's wallet, with the network that it pays on.
struct NodePayer: Sendable {
    let wallet: any NodeWallet
    let coin: CoinDescriptor
    let id: ChainID
    let chain: any Chain
    /// The coin's plugin, which may ask questions; nil for a coin whose wallets are all other programs.
    let plugin: (any PaymentPlugin, ChainFacts)?
}

extension LinkExecution {
    func backend(of link: ReadLink) throws -> PaymentBackend {
        guard link.request.action != .scanQR else {
            throw ServiceError(
                .unsupported, "Scanning QR codes is not supported.",
                hint: Remedy.paste.text(
                    { "Scan the code with a phone and pass its link to \($0)." },
                    or: "Scan the code with a phone and open its link here."))
        }
        let foreign = link.request.asDescribed
        if link.request.dapp == nil, foreign != nil || link.isForeignAddressRequest {
            let (payer, otherWay) = try payer(of: link, foreign)
            if let payer { return .node(payer) }
            let scheme = link.request.header.scheme
            throw ServiceError(
                .unsupported, "No wallet here supports “\(scheme):” links.",
                hint: Remedy.programs(scheme: scheme).text(
                    {
                        "Install a program that opens such links, then open this one again; \($0) lists suitable programs."
                    },
                    or: "Install a program that opens such links, then open this one again."
                ).adding(otherWay))
        }
        if case .payment = link.request, link.request.payable == nil {
            throw ServiceError(
                .unsupported, "This wallet cannot pay that way: the link has no \(link.coin.title) address.",
                hint: "Ask the sender for a link with an address, or open this one in a wallet that can pay it.")
        }
        // A link that requires one way to pay must not be paid in another (S3).
        if let required = link.request.payable?.unmetInstruction {
            throw ServiceError(
                .unsupported, "The link requires “\(required.parameter ?? "")”, which this wallet does not support.",
                hint: "Ask the sender for a link without “req-”, or open this one in a wallet that can pay it.")
        }
        switch link.ability {
        case .accounts(let plugin): return .account(plugin, try services.networks.accountNetwork(of: link.coin))
        case .payments(let plugin):
            let network = try services.networks.network(of: link.coin)
            guard network.id.network == link.request.header.network else {
                throw ServiceError(
                    .badConfiguration, "The link was read for a different network than the configured one.")
            }
            let facts = try facts(of: link.coin, on: network)
            return network.wallet.map { wallet in
                .node(
                    NodePayer(
                        wallet: wallet, coin: link.coin, id: network.id, chain: network.chain, plugin: (plugin, facts)))
            } ?? .keys(plugin, facts, network)
        case .none: throw ServiceError(.internalError, "The coin's plugin only reads links.")
        }
    }

    /// The wallet program that the person's settings name for a coin whose wallets are all other programs. Nil if they name
    /// none, with what they could name, or if the link asks for something else than payments and addresses. Throws if it
    /// cannot pay this link, or if nobody else could answer it.
    /// - Parameter request: a payment; nil for an address.
    private func payer(of link: ReadLink, _ request: DescribedRequest?) throws -> (NodePayer?, otherWay: String?) {
        guard link.coin.isForeign, link.hasCoin, [.payment, .address].contains(link.request.action) else {
            return (nil, nil)
        }
        let network: ConfiguredNetwork
        do throws(ServiceError) {
            network = try services.networks.network(of: link.coin)
        } catch {
            guard error.code == .noNetwork, request != nil else { throw error }
            return (nil, error.hint)
        }
        guard let wallet = network.wallet else { return (nil, nil) }
        _ = try request?.payees(of: link.coin)
        return (NodePayer(wallet: wallet, coin: link.coin, id: network.id, chain: network.chain, plugin: nil), nil)
    }

    private func facts(of coin: CoinDescriptor, on network: ConfiguredNetwork) throws -> ChainFacts {
        guard let parameters = coin.network(network.id.network) else {
            throw ServiceError(
                .badConfiguration, "\(coin.title) has no network “\(network.id.network.rawValue)” in schemes.yaml.")
        }
        return ChainFacts(
            coin: coin, id: network.id, parameters: parameters,
            isLockOn: coin.hasLock && !services.settings.locksOff.contains(coin.id))
    }
}

extension ReadLink {
    /// Whether a described protocol asks for an address, which only a wallet program can give: no plugin has its keys.
    fileprivate var isForeignAddressRequest: Bool {
        if case .address = request, case .none = ability { true } else { false }
    }
}
