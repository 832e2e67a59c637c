import ArgumentParser
import ExactJSON
import SchemeRouter

struct SchemesCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "schemes", abstract: "List the configured schemes: coin, plugin, and which file said what.")

    @Flag(help: "Print JSON.") var json = false

    func run() throws {
        let routes = try RouterCommand.installation().routes
        let rows = routes.schemes.map { SchemeRow(scheme: $0, coins: $0.coins.compactMap(routes.coin)) }
        StandardStreams.print(json ? [rows.map(\.json).jsonValue.text] : rows.map(\.text))
    }
}
