/// Whose keys carry out a request, and where: what the coin's plugin supports on the network that the person
/// configured.
enum PaymentBackend: Sendable {
    /// The wallet's keys, for money at addresses.
    case keys(any PaymentPlugin, ChainFacts, ConfiguredNetwork)
    /// The keys of a node's wallet.
    case node(any NodeWallet, any PaymentPlugin, ChainFacts, any Chain)
    /// The wallet's key for a named account.
    case account(any AccountPlugin, AccountNetwork)
    /// Another wallet program, which asks the person itself.
    case program(HandOverIntent, WalletChoice)

    var chain: ChainID {
        switch self {
        case .keys(_, let facts, _), .node(_, _, let facts, _): facts.id
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
        if case .node(let wallet, _, _, _) = self { return wallet }
        return nil
    }
}

extension LinkExecution {
    func backend(of link: ReadLink) throws -> PaymentBackend {
        guard link.request.action != .scanQR else {
            throw ServiceError(
                .unsupported, "Scanning QR codes is not supported.",
                hint: "Scan the code with a phone and pass its link to “router open -”.")
        }
        if let foreign = link.request.asDescribed, link.request.dapp == nil {
            throw ServiceError(
                .unsupported, "No wallet here supports “\(foreign.header.scheme):” links.",
                hint: "Install a program that opens such links, then open this one again; “router handlers "
                    + "\(foreign.header.scheme)” lists suitable programs.")
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
            return network.wallet.map { .node($0, plugin, facts, network.chain) } ?? .keys(plugin, facts, network)
        case .none: throw ServiceError(.internalError, "The coin's plugin only reads links.")
        }
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
