import ArgumentParser
import RouterWallet
import SchemeRouter

struct WalletCheckBackupCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check-backup",
        abstract: "Ask for some words of the wallet, to see that you have them written down. It never shows them.")

    /// So many right words are no luck, and few enough to be asked for often.
    private static let usualCount = 4

    @Flag(help: "Ask for all words.") var all = false

    func run() async throws {
        let installation = try RouterCommand.installation()
        try WalletKeyring(files: installation.wallet).checkReady()
        let questions = SecretQuestions(prompt: try installation.prompt())
        let passcode = try await questions.passcode("Your words will be compared with the wallet. Type your passcode.")
        let backup = try installation.wallet.words(with: passcode)
        let numbers = backup.numbers(all ? backup.wordCount : Self.usualCount)
        for number in numbers {
            guard try await questions.word(number, of: backup) else {
                StandardStreams.complain(
                    """
                    error: Word \(number) is not the wallet's.
                      If your paper is wrong, make another wallet, write its words down, and pay your money there.
                    """)
                throw CommandEnd(code: .badLink)
            }
        }
        try installation.wallet.noteBackupIsRight()
        let checked = numbers.count == backup.wordCount ? "All \(numbers.count)" : "\(numbers.count)"
        StandardStreams.print("\(checked) words are right.")
    }
}
