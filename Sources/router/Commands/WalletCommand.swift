import ArgumentParser
import ExactJSON
import SchemeRouter
import Wallet

/// `router wallet`: the keys.
struct WalletCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "wallet", abstract: "Make a wallet and look at it.",
        subcommands: [
            WalletCreateCommand.self, WalletRestoreCommand.self, WalletInfoCommand.self, WalletAddressCommand.self,
            WalletBalanceCommand.self, WalletPasscodeCommand.self,
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
        StandardStreams.print("\n\nThe wallet is in \(installation.places.wallet).")
    }
}

/// `router wallet restore`.
struct WalletRestoreCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "restore", abstract: "Make a wallet from words you wrote down.")

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
        try installation.wallet.create(
            from: mnemonic, passphrase: phrase, passcode: passcode, coinTypes: installation.coinTypes)
        StandardStreams.print("The wallet is in \(installation.places.wallet).")
    }
}

/// `router wallet info`.
struct WalletInfoCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "info", abstract: "Say what is known of the wallet without its passcode.")

    @Flag(help: "Print JSON.") var json = false

    func run() throws {
        let installation = try RouterCommand.installation()
        let info = try installation.wallet.info()
        if json {
            StandardStreams.print(
                JSON.object([
                    ("directory", .string(installation.places.wallet)), ("created", .number(info.created)),
                    ("keyDerivation", .string(info.keyDerivation)), ("fingerprint", JSON(info.fingerprint)),
                    ("accounts", .array(info.accounts.map { .string($0.description) })),
                ]).text)
            return
        }
        StandardStreams.print(
            """
            Wallet \(info.fingerprint ?? "") in \(installation.places.wallet)
            Made \(Timestamp.text(info.created)). Passcode: \(info.keyDerivation).
            Accounts known without the passcode: \(info.accounts.map(\.description).joined(separator: ", "))
            """)
    }
}

/// `router wallet passcode`.
struct WalletPasscodeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "passcode", abstract: "Change the passcode.")

    func run() async throws {
        let installation = try RouterCommand.installation()
        try WalletKeyring(files: installation.wallet).checkReady()
        let questions = SecretQuestions(prompt: try installation.prompt())
        let old = try await questions.passcode("Type the passcode you have now.")
        let new = try await questions.newPasscode()
        try installation.wallet.changePasscode(from: old, to: new)
        StandardStreams.print("The passcode is changed.")
    }
}
