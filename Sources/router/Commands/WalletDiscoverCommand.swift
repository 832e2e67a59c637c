import ArgumentParser
import RouterWallet
import SchemeRouter

struct WalletDiscoverCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "discover",
        abstract: "Look for accounts that your words were used for, of one coin or of all that have a network.")

    @Argument(help: "The coin; all that have a network if none is given.", completion: .coins) var coin: String?
    @OptionGroup var search: GapOption
    @OptionGroup var given: PathOption
    @Flag(help: "Print JSON: one object per coin, each on its own line.") var json = false

    func run() async throws {
        let installation = try RouterCommand.installation()
        guard given.path == nil || coin != nil else { throw UsageError("--path needs a coin: say which one.") }
        let coins = if let coin { [try installation.coin(coin)] } else { installation.coinsWithAddresses }
        guard !coins.isEmpty else { throw ServiceError.noCoinHasNetwork }
        // Check before asking for the passcode.
        for coin in coins {
            let network = try installation.networks.network(of: coin)
            if let path = given.path { _ = try AccountDiscovery.family(at: path, of: coin, on: network) }
        }
        try WalletKeyring(files: installation.wallet).checkReady()
        let passcode = try await SecretQuestions(prompt: try installation.prompt()).passcode(
            "Type your passcode to look for the accounts of your wallet that were used.")
        try await FoundAccounts.tell(
            of: coins, in: try installation.wallet.unlock(with: passcode), gap: search.gap, path: given.path,
            isJSON: json, installation)
    }
}
