import SchemeRouter

/// What a YAML text says, without places, comments and the order of keys: two texts that say the same are equal.
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

    /// What an entry of the practice network says.
    static let sandbox = Meaning.mapping(["use": .scalar("sandbox", isQuoted: false)])

    /// This, with the entry of `coin` in its section `networks` set or removed. An empty section and a missing one say
    /// the same.
    func settingNetwork(of coin: CoinID, to network: Meaning?) -> Meaning {
        guard case .mapping(var sections) = self else { return self }
        var networks: [String: Meaning] = [:]
        if case .mapping(let entries)? = sections["networks"] { networks = entries }
        networks[coin.name] = network
        sections["networks"] = networks.isEmpty ? nil : .mapping(networks)
        return .mapping(sections)
    }
}
