import ArgumentParser
import ExactJSON
import RouterPluginPrograms
import SchemeRouter

struct SchemesCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "schemes", abstract: "List the configured schemes: coin, plugin, and the file that defines each.")

    @Flag(help: "Print JSON.") var json = false

    func run() throws {
        let context = try RouterCommand.context()
        let routes = context.routes
        let rows = routes.schemes.map { scheme in
            SchemeRow(
                scheme: scheme, coins: scheme.coins.compactMap(routes.coin),
                programs: context.configuration.programs)
        }
        if json { StandardStreams.print(rows.map(\.json)) } else { StandardStreams.print(rows.map(\.text)) }
    }
}

/// One scheme as `router schemes` shows it.
struct SchemeRow {
    let scheme: SchemeDescriptor
    let coins: [CoinDescriptor]
    /// The plugin programs. Listing schemes starts none of them.
    let programs: [PluginProgram]

    private var program: PluginProgram? { programs.first { program in coins.contains { $0.plugin == program.name } } }

    /// Whether this program opens its links.
    private enum State: String {
        case enabled
        /// Switched off by a later file.
        case disabled
        /// Switched off from the beginning: not supported yet.
        case reserved
    }

    /// The plugins that read its links: the scheme's, or those of its coins.
    private var plugins: [String] {
        if let plugin = scheme.plugin { return [plugin] }
        return scheme.grammar == .uri ? [LinkRules.plugin] : coins.map(\.plugin)
    }

    private var state: State {
        if scheme.isEnabled { return scheme.links?.refusesAll == true ? .reserved : .enabled }
        return disablement == nil ? .reserved : .disabled
    }

    private var disablement: SourceLocation? {
        scheme.lineage.amendments.first { $0.changes.contains("enabled: false") }?.origin
    }

    var json: JSON {
        JSON([
            "scheme": scheme.name, "title": scheme.title, "coin": scheme.coins.count == 1 ? scheme.coins[0].name : nil,
            "coins": scheme.coins.map(\.name), "plugin": plugins.first,
            "program": program?.path, "grammar": scheme.grammar.rawValue,
            "enabled": scheme.isEnabled, "aliases": scheme.aliases, "origin": scheme.origin.description,
            "state": state.rawValue, "digest": scheme.digest, "replaced": scheme.lineage.replaced?.description,
        ]).adding(Self.json(scheme.lineage)).adding(["coinDescriptions": coins.map(Self.description)])
    }

    private static func description(of coin: CoinDescriptor) -> JSON {
        JSON(["coin": coin.id.name, "origin": coin.origin?.description]).adding(json(coin.lineage))
    }

    private static func json(_ lineage: Lineage) -> JSON {
        let base = lineage.base.map {
            JSON(["name": $0.name, "origin": $0.origin.description, "inherited": $0.inherited])
        }
        let amendments = lineage.amendments.map { JSON(["origin": $0.origin.description, "changes": $0.changes]) }
        return JSON(["extends": base, "amendments": amendments])
    }

    var text: String {
        let state =
            switch state {
            case .enabled: ""
            case .disabled: "  (switched off by \(disablement.map(\.description) ?? "a later file"))"
            case .reserved: "  (reserved, not supported yet)"
            }
        let first =
            "\(scheme.name): \(scheme.title), coin \(Self.names(scheme.coins.map(\.name))), "
            + "plugin \(Self.names(plugins))\(program.map { " (the program \($0.path))" } ?? ""), from \(scheme.origin)\(state)"
        var lines = [first] + Self.lines(scheme.lineage)
        for coin in coins where coin.lineage != Lineage() {
            guard let origin = coin.origin else { continue }
            lines.append("  coin \(coin.id) from \(origin)")
            lines += Self.lines(coin.lineage).map { "  " + $0 }
        }
        return lines.map(\.printable).joined(separator: "\n")
    }

    private static func names(_ names: [String]) -> String {
        names.isEmpty ? "–" : names.joined(separator: " or ")
    }

    private static func lines(_ lineage: Lineage) -> [String] {
        var lines: [String] = []
        if let base = lineage.base {
            let inherited = base.inherited.isEmpty ? "nothing" : base.inherited.joined(separator: ", ")
            lines.append("  extends \(base.name) from \(base.origin): \(inherited)")
        }
        if let replaced = lineage.replaced { lines.append("  replaces the one from \(replaced)") }
        for amendment in lineage.amendments where !amendment.changes.isEmpty {
            lines.append("  tightened by \(amendment.origin): \(amendment.changes.joined(separator: ", "))")
        }
        return lines
    }
}

/// `router descriptor-schema`: prints the JSON schema of descriptor files, `schemes.schema.json`.
struct DescriptorSchemaCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "descriptor-schema", abstract: "Print the JSON schema of descriptor files.", shouldDisplay: false)

    func run() { StandardStreams.write(Array(DescriptorSchema.text.utf8), to: 1) }
}
