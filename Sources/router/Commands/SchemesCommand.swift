import ArgumentParser
import ExactJSON
import SchemeRouter

/// `router schemes`: the configured schemes.
struct SchemesCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "schemes", abstract: "List the configured schemes, with coin, plugin and origin.")

    @Flag(help: "Print JSON.") var json = false

    func run() throws {
        let installation = try RouterCommand.installation()
        let rows = installation.routes.schemes.map { Row($0, installation.routes) }
        if json {
            StandardStreams.print(JSON.array(rows.map(\.json)).text)
        } else {
            rows.forEach { StandardStreams.print($0.text) }
        }
    }

    private struct Row {
        let scheme: SchemeDescriptor
        let coins: [CoinDescriptor]

        init(_ scheme: SchemeDescriptor, _ routes: RouteTable) {
            self.scheme = scheme
            coins = scheme.coins.compactMap { routes.coin($0) }
        }

        var json: JSON {
            .object([
                ("scheme", .string(scheme.name)), ("title", .string(scheme.title)),
                ("coin", JSON(scheme.coins.count == 1 ? scheme.coins[0].name : nil)),
                ("coins", .array(scheme.coins.map { .string($0.name) })), ("plugin", JSON(coins.first?.plugin)),
                ("grammar", .string(scheme.grammar.rawValue)),
                ("enabled", .bool(scheme.isEnabled)), ("aliases", .array(scheme.aliases.map(JSON.string))),
                ("origin", .string(scheme.origin.description)),
            ])
        }

        var text: String {
            let state = scheme.isEnabled ? "" : "  (reserved, not supported yet)"
            return "\(scheme.name): \(scheme.title), coin \(names(scheme.coins.map(\.name))), "
                + "plugin \(names(coins.map(\.plugin))), from \(scheme.origin)\(state)"
        }

        private func names(_ names: [String]) -> String {
            names.isEmpty ? "–" : names.joined(separator: " or ")
        }
    }
}
