import ArgumentParser
import ExactJSON
import RouterWallet
import SchemeRouter

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
                    ("practiceAccounts", .array(info.practiceAccounts.map { .string($0.description) })),
                    ("backupChecked", info.backupChecked.map { .number($0) } ?? .null),
                ]).text)
            return
        }
        let backup =
            info.backupChecked.map { "You showed on \(Timestamp.text($0)) that you have the words." }
            ?? "Whether you have the words written down was never checked: “router wallet check-backup”."
        StandardStreams.print(
            """
            Wallet \(info.fingerprint ?? "") in \(installation.places.wallet.printable)
            Made \(Timestamp.text(info.created)). Passcode: \(info.keyDerivation).
            \(backup)
            Accounts known without the passcode: \(info.accounts.map(\.description).joined(separator: ", "))
            """)
    }
}
