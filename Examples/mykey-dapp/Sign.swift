import ArgumentParser
import ExactJSON
import MYKEYWalletLib

/// Signs a text.
struct Sign: AsyncParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Asks the person to sign a text.")

    @OptionGroup var common: CommonOptions

    @Option(help: "The text.")
    var message: String

    func run() async {
        let request = SigningRequest(message, server: common.server)
        await common.run { (dapp) throws(MYKEYError) in
            let answer = try await dapp.sign(request)
            return .object([
                ("sign", .string(answer.signature.description)), ("public_key", .string(answer.key.description)),
                ("account", JSON(answer.account?.description)),
            ])
        }
    }
}
