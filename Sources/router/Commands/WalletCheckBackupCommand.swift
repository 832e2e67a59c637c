import ArgumentParser
import ExactJSON
import RouterWallet
import SchemeRouter

struct WalletCheckBackupCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check-backup",
        abstract: """
            Ask for some of the wallet's words by their numbers, and for its passphrase, to check what you wrote down. The \
            words are never shown.
            """)

    /// Enough right words to rule out luck, and few enough to ask for often.
    private static let usualCount = 4

    @Flag(help: "Ask for all words.") var all = false
    @Flag(help: "Print JSON.") var json = false

    func run() async throws {
        let installation = try RouterCommand.installation()
        try WalletKeyring(files: installation.wallet).checkReady()
        let questions = SecretQuestions(prompt: try installation.prompt())
        let passcode = try await questions.passcode(
            "Type your passcode. Then type the words that you are asked for: they are compared with the wallet's.")
        let backup = try installation.wallet.words(with: passcode)
        let numbers = backup.numbers(all ? backup.wordCount : Self.usualCount)
        for number in numbers {
            guard try await questions.word(number, of: backup) else {
                throw CommandFailure(
                    exit: .badLink, code: "wrongWords", message: "Word \(number) is not the wallet's.",
                    hint:
                        "If your paper is wrong, make another wallet, write its words down, and send your money there."
                )
            }
        }
        if backup.hasPassphrase, !(try await questions.passphrase(of: backup)) {
            throw CommandFailure(
                exit: .badLink, code: "wrongPassphrase", message: "The passphrase is not the wallet's.",
                hint:
                    "Without it the words open another, empty wallet. If you do not find it, make another wallet, and "
                    + "pay your money there.")
        }
        try installation.wallet.noteBackupIsRight()
        guard !json else {
            let object = JSON([
                "words": numbers.count, "allWords": numbers.count == backup.wordCount,
                "passphrase": backup.hasPassphrase,
            ])
            return StandardStreams.print([object])
        }
        let checked = numbers.count == backup.wordCount ? "All \(numbers.count)" : "\(numbers.count)"
        let what = backup.hasPassphrase ? "words and the passphrase" : "words"
        StandardStreams.print("\(checked) \(what) are right.")
    }
}
