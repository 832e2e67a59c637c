import ExactJSON
import RouterWallet
import SchemeRouter

/// Searches for used accounts and reports them: `router wallet restore` and `router wallet discover`.
enum FoundAccounts {
    /// If a network does not answer, continues with the next coin, and ends with that network's failure.
    static func tell(
        of coins: [CoinDescriptor], in wallet: UnlockedWallet, gap: UInt32?, path: DerivationPath?,
        isJSON: Bool, _ installation: Installation
    ) async throws {
        var failure: ServiceError?
        for coin in coins {
            do {
                let network = try installation.networks.network(of: coin)
                let families =
                    if let path {
                        [try AccountDiscovery.family(at: path, of: coin, on: network)]
                    } else {
                        AccountDiscovery.families(of: coin, on: try parameters(of: coin, network))
                    }
                let found = try await LongWork.run { report in
                    try await AccountDiscovery(in: wallet, gap: gap).accounts(
                        of: coin, on: network, among: families, progress: report)
                }
                let scripts = found.reduce(into: Set<[UInt8]>()) { $0.formUnion($1.whole.ownScripts) }
                let notable = try await scripts.isEmpty ? [] : network.chain.notableOutputs(payingTo: Array(scripts))
                let apart = notable.apart
                guard !isJSON else {
                    StandardStreams.print([json(found, apart, families, gap, coin, isPractice: network.id.isPractice)])
                    continue
                }
                if network.id.isPractice { StandardStreams.print("PRACTICE – no real money") }
                searched(families, gap, coin, isWhole: path == nil).forEach(StandardStreams.print)
                text(found, apart, coin).forEach(StandardStreams.print)
                NotableText(coin: coin, notable: notable).lines.forEach(StandardStreams.print)
            } catch let error as ServiceError {
                // Only earlier failures are reported here: the last one ends the command.
                if let failure { _ = Failure.report(failure) }
                failure = ServiceError(
                    error.code, "\(coin.title): \(error.message)", hint: "“router wallet discover” looks again.")
            }
        }
        if let failure { throw failure }
    }

    private static func json(
        _ found: [AccountDiscovery.Found], _ apart: Set<Outpoint>, _ families: [AccountDiscovery.Family],
        _ gap: UInt32?, _ coin: CoinDescriptor, isPractice: Bool
    ) -> JSON {
        JSON([
            "coin": coin.id.name, "practice": isPractice, "searched": families.map(\.text),
            "gap": gap ?? WalletKeyring.gaps.lowerBound,
            "accounts": found.map { account in
                JSON([
                    "account": account.name.description, "path": account.path.description,
                    "amount": sum(of: account, without: apart).units,
                    "usedAddresses": account.whole.usedScripts.count,
                ])
            },
        ]).adding(coin.unitsJSON)
    }

    /// The paths that were searched, and the kinds of wallets that this program cannot search for.
    private static func searched(
        _ families: [AccountDiscovery.Family], _ gap: UInt32?, _ coin: CoinDescriptor, isWhole: Bool
    ) -> [String] {
        let paths = families.map(\.text).joined(separator: ", ")
        let searched =
            "\(coin.title): searched \(paths), each until \(gap ?? WalletKeyring.gaps.lowerBound) addresses in a row were "
            + "never used."
        guard isWhole else { return [searched] }
        return [
            searched,
            """
            Not searched: Taproot (m/86'), multisig (m/45', m/48'), and words of Electrum's own kind. “router wallet discover \
            \(coin.id) --path m/…” searches another path.
            """,
        ]
    }

    private static func parameters(
        of coin: CoinDescriptor, _ network: ConfiguredNetwork
    ) throws(ServiceError) -> NetworkParameters {
        guard let parameters = coin.networks[network.id.network] else {
            throw ServiceError(
                .unsupportedNetwork, "\(coin.title) has no network “\(network.id.network.rawValue)” in schemes.yaml.")
        }
        return parameters
    }

    /// What an account holds, without what nobody can check.
    private static func sum(of account: AccountDiscovery.Found, without apart: Set<Outpoint>) -> Amount {
        Amount.sum(account.whole.survey.utxos.filter { !apart.contains($0.outpoint) }.map(\.amount)) ?? .zero
    }

    private static func text(
        _ found: [AccountDiscovery.Found], _ apart: Set<Outpoint>, _ coin: CoinDescriptor
    ) -> [String] {
        guard !found.isEmpty else { return ["\(coin.title): no account was used."] }
        return found.map { account in
            let sum = sum(of: account, without: apart)
            let used = account.whole.usedScripts.count
            let addresses = used == 1 ? "1 used address" : "\(used) used addresses"
            return "\(coin.title), \(account.name.text) (\(account.path)): \(coin.text(sum)), \(addresses)."
        }
    }
}
