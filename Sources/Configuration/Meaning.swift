import SchemeRouter

/// The meaning of a YAML text, without positions, comments and the order of keys: texts with the same meaning are
/// equal.
enum Meaning: Hashable {
    case scalar(String, isQuoted: Bool)
    case sequence([Meaning])
    case mapping([String: Meaning])

    init(_ node: YAMLNode) {
        switch node.content {
        case .scalar(let text, let isQuoted):
            self = .scalar(text, isQuoted: isQuoted)
        case .sequence(let items):
            self = .sequence(items.map { Meaning($0) })
        case .mapping(let entries, _):
            self = .mapping(Dictionary(entries.map { ($0.key, Meaning($0.value)) }) { first, _ in first })
        }
    }

    /// The meaning of a practice network's entry.
    static let sandbox = Meaning.mapping(["use": .scalar("sandbox", isQuoted: false)])

    /// This meaning with the entry of `coin` in its section `networks` set or removed. An empty section equals a
    /// missing one.
    func settingNetwork(of coin: CoinID, to network: Meaning?) -> Meaning {
        guard case .mapping(var sections) = self else { return self }
        var networks: [String: Meaning] = [:]
        if case .mapping(let entries)? = sections["networks"] { networks = entries }
        networks[coin.name] = network
        sections["networks"] = networks.isEmpty ? nil : .mapping(networks)
        return .mapping(sections)
    }
}
