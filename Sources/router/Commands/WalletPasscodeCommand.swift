import ArgumentParser
import ExactJSON
import RouterWallet
import SchemeRouter

struct WalletPasscodeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "passcode", abstract: "Change the passcode.")

    @Flag(help: "Print JSON.") var json = false

    func run() async throws {
        let installation = try RouterCommand.installation()
        try WalletKeyring(files: installation.wallet).checkReady()
        let questions = SecretQuestions(prompt: try installation.prompt())
        let old = try await questions.passcode("Type your current passcode.")
        let new = try await questions.newPasscode()
        try installation.wallet.changePasscode(from: old, to: new)
        guard !json else { return StandardStreams.print([JSON(["changed": true])]) }
        StandardStreams.print(
            "The passcode was changed. Copies of the wallet that you made before still open with the old one.")
        let info = try installation.wallet.info()
        guard info.takesLessThanUsual else { return }
        StandardStreams.print(
            "Memory is short, so a guess at it takes less work than usual, as before: \(info.keyDerivation). When more memory "
                + "is free, change the passcode again.")
    }
}
