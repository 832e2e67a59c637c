import ArgumentParser
import SchemeRouter

@testable import RouterProgram

/// `router networks`: which network each coin has.
struct NetworksCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "networks", abstract: "List the coins that have a network, and which one.")

    @Flag(help: "Only those without real money.") var practice = false

    func run() throws {
        lines(try RouterCommand.context()).forEach(StandardStreams.print)
    }

    func lines(_ context: AppContext) -> [String] {
        context.configuration.networks.sorted { $0.key < $1.key }
            .filter { !practice || $0.value.use.isPractice }
            .map { coin, chosen in "\(coin.name): \(chosen.use.name) (\(chosen.network.rawValue))" }
    }
}
