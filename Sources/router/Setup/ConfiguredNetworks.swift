import Chains
import Configuration
import CoreRPC
import EOSIOChains
import Glibc
import SchemeRouter
import Wallet

/// The networks of the person's settings.
struct ConfiguredNetworks: NetworkDirectory {
    let configuration: PersonalConfiguration
    /// Where the practice ledgers are.
    let directory: String
    let wallet: WalletFiles
    let connections: Connections

    func network(of coin: CoinDescriptor) throws(ServiceError) -> ConfiguredNetwork {
        let chosen = try chosen(for: coin)
        guard coin.accountChain == nil else {
            throw ServiceError(.unsupported, "The money of \(coin.title) lies in named accounts, not at addresses.")
        }
        switch chosen.use {
        case .sandbox:
            let ledger = try SandboxLedger(of: coin, network: chosen.network, in: directory)
            return ConfiguredNetwork(
                id: ChainID(coin: coin.id, network: chosen.network, isPractice: true), chain: SandboxChain(ledger))
        case .electrum(let servers):
            let chain = try connections.electrum(of: coin, network: chosen.network, servers: servers)
            return ConfiguredNetwork(
                id: ChainID(coin: coin.id, network: chosen.network, isPractice: false), chain: chain)
        case .coreRPC(let node):
            let chain = try connections.chain(at: node, of: coin, network: chosen.network)
            return ConfiguredNetwork(
                id: ChainID(coin: coin.id, network: chosen.network, isPractice: false), chain: chain,
                wallet: node.wallet.map(chain.wallet))
        case .nodeos:
            throw unsupported(chosen, coin)
        }
    }

    func accountNetwork(of coin: CoinDescriptor) throws(ServiceError) -> AccountNetwork {
        let chosen = try chosen(for: coin)
        guard let signer = chosen.signer else {
            throw ServiceError(.unsupported, "The money of \(coin.title) lies at addresses, not in named accounts.")
        }
        let chain: any AccountChain
        let id = ChainID(coin: coin.id, network: chosen.network, isPractice: chosen.use == .sandbox)
        switch chosen.use {
        case .sandbox:
            let practice = try PracticeAccount(of: coin, signer: signer, in: directory)
            // Whoever wrote the line into config.yaml by hand has made no account.
            let keyring = WalletKeyring(files: wallet)
            if let key = try? keyring.accountKey(of: coin, on: id) {
                let real = ChainID(coin: coin.id, network: chosen.network, isPractice: false)
                try practice.make(with: key, insteadOf: try? keyring.accountKey(of: coin, on: real))
            }
            chain = PracticeEOSIOChain(practice.ledger) { UnixTime(time(nil)) }
        case .nodeos(let node):
            chain = try NodeosChain(
                url: node.url.text, chainID: node.chainID, coin: coin,
                client: connections.node(at: node.url, of: coin.id), now: { UnixTime(time(nil)) })
        case .coreRPC, .electrum:
            throw unsupported(chosen, coin)
        }
        return AccountNetwork(id: id, signer: signer, chain: chain)
    }

    private func chosen(for coin: CoinDescriptor) throws(ServiceError) -> CoinNetwork {
        if let chosen = configuration.networks[coin.id] { return chosen }
        throw ServiceError(
            .noNetwork, "No network is chosen for \(coin.title).",
            hint: "“router sandbox on \(coin.id)” practises without real money; "
                + "config.yaml names other networks (see the README).")
    }

    /// What reading the settings refuses already.
    private func unsupported(_ chosen: CoinNetwork, _ coin: CoinDescriptor) -> ServiceError {
        ServiceError(.unsupportedNetwork, "“use: \(chosen.use.name)” is not for \(coin.title).")
    }
}
