import SchemeRouter

/// One scheme as `router schemes` shows it.
struct SchemeRow {
    private let scheme: SchemeDescriptor
    private let coin: CoinDescriptor?

    init(_ scheme: SchemeDescriptor, coin: CoinDescriptor?) {
        self.scheme = scheme
        self.coin = coin
    }

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

    /// The file that switched it off.
    private var disablement: SourceLocation? {
        scheme.lineage.amendments.first { $0.changes.contains("enabled: false") }?.origin
    }

    var json: JSON {
        .object(
            [
                ("scheme", .string(scheme.name)), ("title", .string(scheme.title)), ("coin", JSON(scheme.coin?.name)),
                ("plugin", JSON(coin?.plugin)), ("grammar", .string(scheme.grammar.rawValue)),
                ("enabled", .bool(scheme.isEnabled)), ("aliases", .array(scheme.aliases.map(JSON.string))),
                ("origin", .string(scheme.origin.description)), ("state", .string(state.rawValue)),
                ("digest", .string(scheme.digest)), ("replaced", JSON(scheme.lineage.replaced?.description)),
            ] + Self.members(scheme.lineage) + [("coinDescription", coinDescription)])
    }

    private var coinDescription: JSON {
        guard let coin else { return .null }
        return .object([("origin", JSON(coin.origin?.description))] + Self.members(coin.lineage))
    }

    private static func members(_ lineage: Lineage) -> [(String, JSON)] {
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
            "\(scheme.name): \(scheme.title), coin \(scheme.coin?.name ?? "–"), plugin \(coin?.plugin ?? "–"), "
            + "from \(scheme.origin)\(state)"
        var lines = [first] + Self.lines(scheme.lineage)
        if let coin, let origin = coin.origin, coin.lineage != Lineage() {
            lines.append("  coin \(coin.id) from \(origin)")
            lines += Self.lines(coin.lineage).map { "  " + $0 }
        }
        return lines.map(\.printable).joined(separator: "\n")
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
