import ArgumentParser
import ExactJSON
import MYKEYWalletLib
import RouterEOSIO

/// Sends tokens.
struct Transfer: AsyncParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Asks the person to send tokens.")

    @OptionGroup var common: CommonOptions

    @Option(help: "The account that pays; without it the person chooses.")
    var account: String?

    @Option(help: "The account that is paid.")
    var to: String

    @Option(help: "How much, with all decimals of the token: '1.0000 EOS'.")
    var quantity: String

    @Option(help: "The contract of the token.")
    var contract = "eosio.token"

    @Option(help: "A note that goes on the chain.")
    var memo: String?

    func run() async throws {
        guard let quantity = try? Asset(quantity) else {
            throw ValidationError("--quantity is an amount such as '1.0000 EOS'.")
        }
        let request = TokenTransferRequest(
            quantity, of: try Name(option: "contract", contract), to: try Name(option: "to", to),
            from: try account.map { try Name(option: "account", $0) }, memo: memo, info: common.info,
            server: common.server)
        await common.run { (dapp) throws(MYKEYError) in try await dapp.transfer(request).json }
    }
}
