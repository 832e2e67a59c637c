import ArgumentParser
import ExactJSON
import RouterWallet
import SchemeRouter

struct WalletInfoCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "info", abstract: "Show what is known about the wallet without its passcode.")

    @Flag(help: "Print JSON.") var json = false

    func run() throws {
        let installation = try RouterCommand.installation()
        let info = try installation.wallet.info()
        if json {
            let all = JSON([
                "directory": installation.places.wallet, "created": info.created, "keyDerivation": info.keyDerivation,
                "fingerprint": info.fingerprint, "accounts": info.accounts.map(\.description),
                "practiceAccounts": info.practiceAccounts.map(\.description), "backupChecked": info.backupChecked,
            ])
            return StandardStreams.print(all.text)
        }
        let backup =
            info.backupChecked.map { "You checked your copy of the words on \(Timestamp.text($0))." }
            ?? "Your copy of the words was never checked: “router wallet check-backup” checks it."
        StandardStreams.print(
            """
            Wallet \(info.fingerprint ?? "") in \(installation.places.wallet.printable)
            Made \(Timestamp.text(info.created)). Passcode: \(info.keyDerivation).
            \(backup)
            Accounts known without the passcode: \(info.accounts.map(\.description).joined(separator: ", "))
            """)
    }
}
