import RouterWallet
import SchemeRouter

/// Looks for used accounts and says what was found: `router wallet restore` and `router wallet discover`.
enum FoundAccounts {
    /// Goes on with the next coin where a network does not answer, and ends as that network's failure in the end.
    static func tell(
        of coins: [CoinDescriptor], in wallet: UnlockedWallet, gap: UInt32?, _ installation: Installation
    ) async throws {
        var failure: ServiceError?
        for coin in coins {
            do {
                let network = try installation.networks.network(of: coin)
                let found = try await LongWork.run { report in
                    try await AccountDiscovery(in: wallet, gap: gap).accounts(of: coin, on: network, progress: report)
                }
                if network.id.isPractice { StandardStreams.print("PRACTICE – no real money") }
                text(found, coin).forEach(StandardStreams.print)
            } catch let error as ServiceError {
                StandardStreams.complain("\(coin.title): \(error.message)")
                failure = error
            }
        }
        guard let failure else { return }
        StandardStreams.complain("“router wallet discover” looks again.")
        throw CommandEnd(code: ExitCode(failure.code))
    }

    private static func text(_ found: [AccountDiscovery.Found], _ coin: CoinDescriptor) -> [String] {
        guard !found.isEmpty else { return ["\(coin.title): no account was used."] }
        return found.map { account in
            let sum = Amount.sum(account.survey.utxos.map(\.amount)) ?? .zero
            let used = account.survey.usedScripts.count
            let addresses = used == 1 ? "1 used address" : "\(used) used addresses"
            return "\(coin.title), \(account.name.text): \(coin.text(sum)), \(addresses)."
        }
    }
}
