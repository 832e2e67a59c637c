import SchemeRouter

/// The engine around the plugin, with services that have no effect.
extension Bench {
    /// What is needed to carry out a link.
    struct Stage {
        let wallet: FixtureWallet
        let network: ConfiguredNetwork?
        let services: Services
        let facts: ChainFacts?

        /// Everything that a plugin receives to propose a payment.
        var payment: PaymentServices? {
            facts.map { facts in
                PaymentServices(
                    chain: facts, utxos: wallet.utxos, changeAddress: wallet.changeAddress,
                    feePerKB: max(facts.coin.feePerKB.normal, facts.coin.feePerKB.min))
            }
        }
    }

    /// Throws if there is no such network.
    func stage(_ known: Known) throws -> Stage {
        let coin = known.coin
        var chain = ChainID(coin: coin.id, network: fixtures.network, isPractice: false)
        var network: ConfiguredNetwork?
        if coin.accountChain == nil {
            let made = try fixtures.configuredNetwork.map { (make) throws(ServiceError) in try make(coin) }
            network = made ?? ConfiguredNetwork(id: chain, chain: MemoryNetwork())
        }
        chain = network?.id ?? chain
        let own = fixtures.ownAddress ?? links.lazy.compactMap(\.meaning.recipient).first ?? ""
        let wallet = FixtureWallet(of: coin, on: chain, ownAddress: own)
        let accounts = AccountNetwork(
            id: chain, signer: fixtures.signer, chain: MemoryAccountChain(keys: [FixtureWallet.accountKey]))
        let facts = coin.networks[chain.network].map {
            ChainFacts(coin: coin, id: chain, parameters: $0, isLockOn: coin.hasLock)
        }
        // Nobody agrees.
        var services = MemoryServices().services
        services.networks = FixtureNetworks(network: network, accounts: coin.accountChain == nil ? nil : accounts)
        services.keyring = wallet
        services.launcher = FixtureDesktop()
        services.receivers = FixtureDesktop()
        services.bindings = MemoryBindings(fixtures.bindings)
        services.servers = nil
        services.settings = Settings()
        services.now = { FixtureDesktop.time }
        return Stage(wallet: wallet, network: network, services: services, facts: facts)
    }

    /// The pages of the consent. Throws if the person would not be asked: the engine's error about the link, the
    /// plugin's reply or its proposal.
    func pages(of known: Known) async throws -> [String] {
        let link = try router.read(Array(known.link.utf8))
        return try await LinkExecution(services: try stage(known).services).preview(link, to: .here)
    }

    /// Why the engine does not ask the person about a link; nil if it does.
    func refusal(of known: Known) async -> String? {
        do {
            _ = try await pages(of: known)
            return nil
        } catch let error as ServiceError {
            return "\(error.code.rawValue): \(error.message)"
        } catch let error as RequestError {
            return "\(error.code.rawValue): \(error.message)"
        } catch {
            return "\(error)"
        }
    }

    /// Whether this program never asks about such links, whatever the plugin does.
    static func isUnasked(_ request: WalletRequest) -> Bool {
        switch request {
        case .otherPayment, .described, .scanQR, .open: true
        case .payment, .address, .key, .login, .actions, .sign: false
        }
    }
}
