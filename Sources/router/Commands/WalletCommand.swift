import ArgumentParser
import SchemeRouter
import Wallet

/// `router wallet`: the keys and the money.
struct WalletCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "wallet", abstract: "Make a wallet and look at it.",
        subcommands: [
            WalletCreateCommand.self, WalletRestoreCommand.self, WalletDiscoverCommand.self, WalletInfoCommand.self,
            WalletAddressCommand.self, WalletBalanceCommand.self, WalletHistoryCommand.self,
            WalletPasscodeCommand.self, WalletCheckBackupCommand.self,
        ])
}

/// `router wallet create`.
struct WalletCreateCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "create", abstract: "Make a new wallet. Its words are printed once: write them down.")

    @Option(help: "How many words: 12, 15, 18, 21 or 24.") var words = 12
    @Flag(help: "Ask for a BIP39 passphrase, without which the words open another wallet.") var passphrase = false

    func run() async throws {
        guard let count = Mnemonic.WordCount(rawValue: words) else {
            throw UsageError("A wallet has 12, 15, 18, 21 or 24 words.")
        }
        let installation = try RouterCommand.installation()
        try installation.refuseSecondWallet()
        let mnemonic = Mnemonic.random(count)
        let shown = mnemonic.words()
        let phrase = try await SecretQuestions(prompt: try installation.prompt()).passphrase(isWanted: passphrase)
        let passcode = try await SecretQuestions(prompt: try installation.prompt()).newPasscode()
        try installation.wallet.create(
            from: mnemonic, passphrase: phrase, passcode: passcode, coinTypes: installation.coinTypes)
        StandardStreams.print("These words are your money. They are shown only now; write them down:\n")
        shown.withBytes { StandardStreams.write($0, to: 1) }
        StandardStreams.print(
            """


            The wallet is in \(installation.places.wallet).
            “router wallet check-backup” asks for some of the words, to see that you have them.
            """)
    }
}

/// `router wallet restore`.
struct WalletRestoreCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "restore",
        abstract: "Make a wallet from words you wrote down, and look for its accounts on your networks.")

    @Option(help: "A file with the words, or “-” for standard input. Never the words themselves.") var words: String
    @Flag(help: "Ask for the BIP39 passphrase of the words.") var passphrase = false

    func run() async throws {
        let installation = try RouterCommand.installation()
        try installation.refuseSecondWallet()
        let text = try SecretFile.read(words, limit: 1_024)
        let mnemonic: Mnemonic
        do {
            mnemonic = try Mnemonic.reading(text)
        } catch {
            StandardStreams.complain("error: These words are no wallet: \(error)")
            throw CommandEnd(code: .badLink)
        }
        let phrase = try await SecretQuestions(prompt: try installation.prompt()).passphrase(isWanted: passphrase)
        let passcode = try await SecretQuestions(prompt: try installation.prompt()).newPasscode()
        let wallet = try installation.wallet.create(
            from: mnemonic, passphrase: phrase, passcode: passcode, coinTypes: installation.coinTypes)
        StandardStreams.print("The wallet is in \(installation.places.wallet).")
        let coins = installation.coinsWithAddresses
        guard !coins.isEmpty else {
            StandardStreams.print(
                "No coin has a network yet. Choose one, and “router wallet discover” looks for the accounts of the words."
            )
            return
        }
        try await FoundAccounts.tell(of: coins, in: wallet, installation)
    }
}

/// `router wallet discover`.
struct WalletDiscoverCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "discover",
        abstract: "Look for the accounts that your words were used for, on all your networks or that of one coin.")

    @Argument(help: "The coin; all that have a network where none is given.") var coin: String?

    func run() async throws {
        let installation = try RouterCommand.installation()
        let coins = if let coin { [try installation.coin(coin)] } else { installation.coinsWithAddresses }
        guard !coins.isEmpty else {
            throw UsageError("No coin has a network yet. “router sandbox on dash” practises without real money.")
        }
        // Before the passcode is asked for.
        for coin in coins { _ = try installation.networks.network(of: coin) }
        try WalletKeyring(files: installation.wallet).checkReady()
        let passcode = try await SecretQuestions(prompt: try installation.prompt()).passcode(
            "The used accounts of your wallet are looked for. Type your passcode.")
        try await FoundAccounts.tell(of: coins, in: try installation.wallet.unlock(with: passcode), installation)
    }
}
