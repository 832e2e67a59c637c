import ExactJSON
import SchemeRouter

/// One scheme as `router schemes` shows it.
struct SchemeRow {
    let scheme: SchemeDescriptor
    let coins: [CoinDescriptor]

    /// Whether its links are answered.
    private enum State: String {
        case enabled
        /// A later file switched it off.
        case disabled
        /// It was never answered.
        case reserved
    }

    private var state: State {
        if scheme.isEnabled { return .enabled }
        return disablement == nil ? .reserved : .disabled
    }

    private var disablement: SourceLocation? {
        scheme.lineage.amendments.first { $0.changes.contains("enabled: false") }?.origin
    }

    var json: JSON {
        .object(
            [
                ("scheme", .string(scheme.name)), ("title", .string(scheme.title)),
                ("coin", JSON(scheme.coins.count == 1 ? scheme.coins[0].name : nil)),
                ("coins", .array(scheme.coins.map { .string($0.name) })), ("plugin", JSON(coins.first?.plugin)),
                ("grammar", .string(scheme.grammar.rawValue)),
                ("enabled", .bool(scheme.isEnabled)), ("aliases", .array(scheme.aliases.map(JSON.string))),
                ("origin", .string(scheme.origin.description)), ("state", .string(state.rawValue)),
                ("digest", .string(scheme.digest)), ("replaced", JSON(scheme.lineage.replaced?.description)),
            ] + Self.members(scheme.lineage) + [("coinDescriptions", .array(coins.map(Self.description)))])
    }

    private static func description(of coin: CoinDescriptor) -> JSON {
        .object([("coin", .string(coin.id.name)), ("origin", JSON(coin.origin?.description))] + members(coin.lineage))
    }

    private static func members(_ lineage: Lineage) -> [(name: String, value: JSON)] {
        let base = lineage.base.map { base in
            JSON.object([
                ("name", .string(base.name)), ("origin", .string(base.origin.description)),
                ("inherited", .array(base.inherited.map(JSON.string))),
            ])
        }
        let amendments = lineage.amendments.map { amendment in
            JSON.object([
                ("origin", .string(amendment.origin.description)),
                ("changes", .array(amendment.changes.map(JSON.string))),
            ])
        }
        return [("extends", base ?? .null), ("amendments", .array(amendments))]
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
            + "plugin \(Self.names(coins.map(\.plugin))), from \(scheme.origin)\(state)"
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
