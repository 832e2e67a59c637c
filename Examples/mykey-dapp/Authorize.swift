import ArgumentParser
import ExactJSON
import MYKEYWalletLib

/// Logs in.
struct Authorize: AsyncParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Asks the person to log in.")

    @OptionGroup var common: CommonOptions

    @Option(help: "The name of the dapp's user, for the person.")
    var userName: String?

    func run() async {
        let request = LoginRequest(userName: userName, info: common.info, server: common.server)
        await common.run { (dapp) throws(MYKEYError) in
            let login = try await dapp.authorize(request)
            return .object([
                ("account", .string(login.account.description)), ("uuID", .string(login.uuID)),
                ("ref", .string(login.ref)), ("timestamp", .string(login.timestamp)),
                ("sign", JSON(login.signature?.description)),
            ])
        }
    }
}
