import ArgumentParser
import ExactJSON
import MYKEYWalletLib
import RouterEOSIO

/// Runs an action of a contract.
struct Contract: AsyncParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Asks the person to run an action of a contract.")

    @OptionGroup var common: CommonOptions

    @Option(help: "The account of the contract.")
    var contract = "eosio"

    @Option(help: "The action.")
    var action: String

    @Option(help: "Its values as JSON.")
    var data: String

    func run() async throws {
        let values: JSON
        do {
            values = try JSON(reading: Array(data.utf8), limits: .link)
        } catch {
            throw ValidationError("--data is not JSON: \(error.message) (byte \(error.offset))")
        }
        let action = ContractCallRequest.Action(
            account: try Name(option: "contract", contract), name: try Name(option: "action", action), data: values,
            info: common.info)
        let request = ContractCallRequest([action], info: common.info, server: common.server)
        await common.run { (dapp) throws(MYKEYError) in try await dapp.contract(request).json }
    }
}
