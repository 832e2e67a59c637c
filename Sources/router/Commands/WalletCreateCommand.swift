import ArgumentParser
import ExactJSON
import Glibc
import RouterWallet
import SchemeRouter

struct WalletCreateCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "create", abstract: "Make a new wallet. Its words are printed once: write them down.")

    @Option(help: "How many words: 12, 15, 18, 21 or 24.") var words = 12
    @Flag(help: "Ask for a BIP39 passphrase, without which the words open another wallet.") var passphrase = false
    @Flag(help: "Print JSON, with the words.") var json = false

    func run() async throws {
        guard let count = Mnemonic.WordCount(rawValue: words) else {
            throw UsageError("A wallet has 12, 15, 18, 21 or 24 words.")
        }
        let installation = try RouterCommand.installation()
        try installation.refuseSecondWallet()
        let sealing = try await SecretQuestions(prompt: try installation.prompt()).sealing(of: installation.wallet)
        let mnemonic = Mnemonic.random(count)
        let shown = mnemonic.words()
        let phrase = try await SecretQuestions(prompt: try installation.prompt()).passphrase(
            of: mnemonic, isWanted: passphrase)
        let passcode = try await SecretQuestions(prompt: try installation.prompt()).newPasscode()
        let wallet = try installation.wallet.create(
            from: mnemonic, passphrase: phrase, passcode: passcode, coinTypes: installation.coinTypes,
            witnessTypes: installation.witnessTypes, branches: installation.masternodeBranches, sealing: sealing)
        guard json ? Self.printJSON(wallet.fingerprint, shown, installation) : Self.print(shown) else {
            throw ServiceError(
                .cannotWrite, "The words could not be shown, because standard output cannot be written to.",
                hint: "Nobody has seen them. Move \(installation.places.wallet.printable) away and create another.")
        }
        guard !json else { return }
        StandardStreams.print(
            """

            The wallet \(wallet.fingerprint) is in \(installation.places.wallet.printable).
            “router wallet check-backup” asks for some of the words by their numbers, to check that you have them.
            """)
    }

    /// Whether everything was written.
    private static func print(_ words: borrowing Secret) -> Bool {
        StandardStreams.print(
            "These words are your money. They are shown only now: write them down in this order, with their numbers.\n")
        return SpelledWords.printNumbered(words)
    }

    /// Whether everything was written.
    private static func printJSON(
        _ fingerprint: String, _ words: borrowing Secret, _ installation: Installation
    ) -> Bool {
        let rest = JSON(["fingerprint": fingerprint, "directory": installation.places.wallet]).text.dropFirst()
        return StandardStreams.write(Array("{\"words\":".utf8), to: STDOUT_FILENO) && SpelledWords.printArray(words)
            && StandardStreams.write(Array(",\(rest)\n".utf8), to: STDOUT_FILENO)
    }
}
