import ArgumentParser
import ExactJSON
import SchemeRouter

/// `router schemes`: the configured schemes.
struct SchemesCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "schemes", abstract: "List the configured schemes: coin, plugin, and which file said what.")

    @Flag(help: "Print JSON.") var json = false

    func run() throws {
        let routes = try RouterCommand.installation().routes
        let rows = routes.schemes.map { scheme in SchemeRow(scheme: scheme, coins: scheme.coins.compactMap(routes.coin))
        }
        if json {
            StandardStreams.print(JSON.array(rows.map(\.json)).text)
        } else {
            rows.forEach { StandardStreams.print($0.text) }
        }
    }
}
