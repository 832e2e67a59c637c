import ArgumentParser
import ExactJSON
import RouterWallet
import SchemeRouter

struct WalletRestoreCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "restore",
        abstract: "Make a wallet from words you wrote down, and look for its accounts on your networks.")

    @Option(help: "A file with the words, or “-” for standard input. Never the words themselves.", completion: .file())
    var words: String
    @Flag(help: "Ask for the BIP39 passphrase of the words.") var passphrase = false
    @OptionGroup var search: GapOption
    @Flag(help: "Print JSON.") var json = false

    func run() async throws {
        let installation = try RouterCommand.installation()
        try installation.refuseSecondWallet()
        let text = try SecretFile.read(words, limit: 1_024)
        let mnemonic: Mnemonic
        do {
            mnemonic = try Mnemonic.reading(text)
        } catch {
            throw CommandFailure(
                exit: .badLink, code: "wrongWords", message: "These words do not make a wallet. \(error)")
        }
        let sealing = try await SecretQuestions(prompt: try installation.prompt()).sealing(of: installation.wallet)
        let phrase = try await SecretQuestions(prompt: try installation.prompt()).passphrase(
            of: mnemonic, isWanted: passphrase)
        let passcode = try await SecretQuestions(prompt: try installation.prompt()).newPasscode()
        let wallet = try installation.wallet.create(
            from: mnemonic, passphrase: phrase, passcode: passcode, coinTypes: installation.coinTypes,
            witnessTypes: installation.witnessTypes, branches: installation.masternodeBranches, sealing: sealing)
        if json {
            StandardStreams.print([
                JSON(["fingerprint": wallet.fingerprint, "directory": installation.places.wallet])
            ])
        } else {
            StandardStreams.print("The wallet \(wallet.fingerprint) is in \(installation.places.wallet.printable).")
        }
        let coins = installation.coinsWithAddresses
        guard !coins.isEmpty else {
            guard !json else { return }
            StandardStreams.print(
                "No coin has a network yet. Choose one, and “router wallet discover” looks for the accounts of the words."
            )
            return
        }
        try await FoundAccounts.tell(of: coins, in: wallet, gap: search.gap, path: nil, isJSON: json, installation)
    }
}
