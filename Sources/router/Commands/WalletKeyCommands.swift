import ArgumentParser
import ExactJSON
import SchemeRouter
import Wallet

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
                    ("backupChecked", info.backupChecked.map { .number($0) } ?? .null),
                ]).text)
            return
        }
        let backup =
            info.backupChecked.map { "You showed on \(Timestamp.text($0)) that you have the words." }
            ?? "Whether you have the words written down was never checked: “router wallet check-backup”."
        StandardStreams.print(
            """
            Wallet \(info.fingerprint ?? "") in \(installation.places.wallet)
            Made \(Timestamp.text(info.created)). Passcode: \(info.keyDerivation).
            \(backup)
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
        StandardStreams.print(
            "The passcode is changed. Copies of the wallet that you made before still open with the old one.")
    }
}

/// `router wallet check-backup`.
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
