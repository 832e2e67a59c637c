import ArgumentParser
import ExactJSON
import SchemeRouter

struct SchemesCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "schemes", abstract: "List the configured schemes: coin, plugin, and the file that defines each.")

    @Flag(help: "Print JSON.") var json = false

    func run() throws {
        let installation = try RouterCommand.installation()
        let routes = installation.routes
        let rows = routes.schemes.map { scheme in
            SchemeRow(
                scheme: scheme, coins: scheme.coins.compactMap(routes.coin),
                programs: installation.configuration.programs)
        }
        if json { StandardStreams.print(rows.map(\.json)) } else { StandardStreams.print(rows.map(\.text)) }
    }
}
