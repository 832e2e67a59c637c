import SchemeRouter

/// Reads which wallet receives which links: `hand-over: [ { coin: bitcoin, to: electrum } ]`. The first matching rule
/// decides. Handing over a payment still needs consent (S15).
extension ConfigurationReader {
    private static let handOverKeys = SettingTable.file["hand-over"].keys.names

    mutating func handOver(in fields: Fields) -> [HandOverRule] {
        guard let node = fields["hand-over"], !node.isEmpty, let items = document.items(of: node) else { return [] }
        return items.compactMap { item in rule(item) }
    }

    private mutating func rule(_ item: YAMLNode) -> HandOverRule? {
        guard let fields = document.fields(of: item, owner: item.mark, known: Self.handOverKeys) else { return nil }
        let location = document.location(item.mark)
        let target = document.required("to", in: fields) { Self.handOverTarget($1, &$0) }
        let scheme = fields["scheme"].flatMap { schemeName($0) }
        let coin = fields["coin"].flatMap { coinNamed($0) }
        // Its file has a mistake, and its links are refused: a rule without that name would be about all links.
        if (fields["scheme"] != nil && scheme == nil) || (fields["coin"] != nil && coin == nil) { return nil }
        let network = fields["network"].flatMap {
            document.choice($0, of: "network", among: NetworkKind.allCases, name: \.rawValue)
        }
        let isForeign =
            fields["grammar"].flatMap { document.choice($0, of: "grammar", among: [true], name: { _ in "other" }) }
            ?? false
        let asks =
            fields["ask"].flatMap { document.choice($0, of: "setting", among: [true, false]) { $0 ? "yes" : "no" } }
            ?? true
        if !asks, !isForeign, let node = fields["ask"] {
            document.note(
                .conflict, in: node, "payments always need your approval",
                hint: "“ask: no” is only for links that are not payments: add “grammar: other”, or remove it")
        }
        if let scheme, let coin, routes.scheme(named: scheme.utf8)?.coins.contains(coin.id) == false {
            document.note(.conflict, in: item, "“\(scheme)” links are not for \(coin.title)")
        }
        let amounts = amountRange(in: fields, coin: coin, scheme: scheme, isForeign: isForeign)
        guard let target else { return nil }
        if isForeign, target == .here {
            document.note(
                .conflict, in: item, "this wallet cannot handle links of another grammar",
                hint: "name a program to handle them, or remove the rule")
        }
        if target == .ask, !asks {
            document.note(.conflict, in: item, "“to: ask” and “ask: no” contradict each other")
        }
        let reads = fields["reads"].flatMap { document.programReads($0) }
        if reads != nil, isForeign || target == .here || target == .ask, let node = fields["reads"] {
            document.note(
                .conflict, in: node, "“reads” is about payment links and a program that “to” names",
                hint: "remove it here, and write it beside the rule for that program")
        }
        return HandOverRule(
            scheme: scheme, coin: coin?.id, network: network, atLeast: amounts.atLeast, below: amounts.below,
            isForeign: isForeign, target: target, asks: asks, reads: reads, place: "\(location.file):\(location.line)")
    }

    /// A desktop id, with or without its suffix; `router` for this wallet, `ask` to ask the person.
    private static func handOverTarget(_ node: YAMLNode, _ document: inout DocumentReader) -> HandOverRule.Target? {
        guard let name = document.label(node, limit: 250) else { return nil }
        if let target = HandOverRule.Target(name: name) { return target }
        document.note(
            .invalidValue, in: node, "\(quoted(name)) is not the name of a program",
            hint: "write its desktop id, such as electrum, or “router” for this wallet, or “ask”")
        return nil
    }

    private mutating func schemeName(_ node: YAMLNode) -> String? {
        guard let name = document.text(node) else { return nil }
        if let scheme = routes.scheme(named: name.utf8) { return scheme.name }
        if routes.isStopped(name) { return nil }
        document.note(
            .unknownName, in: node, "\(quoted(name)) is not a scheme in the descriptors", name: name,
            candidates: routes.schemes.map(\.name))
        return nil
    }

    private mutating func coinNamed(_ node: YAMLNode) -> CoinDescriptor? {
        guard let name = document.text(node) else { return nil }
        if let coin = routes.coin(CoinID(name)) { return coin }
        if routes.isStopped(name) { return nil }
        _ = document.coinID(name, at: node.mark, in: node, known: routes.coinList.map(\.id))
        return nil
    }

    private mutating func amountRange(
        in fields: Fields, coin: CoinDescriptor?, scheme: String?, isForeign: Bool
    ) -> (atLeast: Amount?, below: Amount?) {
        guard let first = fields["at-least"] ?? fields["below"] else { return (nil, nil) }
        guard !isForeign else {
            document.note(.conflict, in: first, "links of another grammar have no amount")
            return (nil, nil)
        }
        let coins = scheme.flatMap { routes.scheme(named: $0.utf8) }?.coins ?? []
        guard let coin = coin ?? (coins.count == 1 ? routes.coin(coins[0]) : nil) else {
            document.note(
                .conflict, in: first, "the coin of this amount is missing", hint: "add “coin: …”")
            return (nil, nil)
        }
        let atLeast = fields["at-least"].flatMap {
            document.coins($0, decimals: coin.decimals, max: coin.maxMoney)
        }
        let below = fields["below"].flatMap { document.coins($0, decimals: coin.decimals, max: coin.maxMoney) }
        if let atLeast, let below, atLeast >= below {
            document.note(
                .conflict, in: first, "no amount is at least \(coin.text(atLeast)) and below \(coin.text(below))")
        }
        return (atLeast, below)
    }
}

extension HandOverRule.Target {
    /// The target named in a command or the settings: a desktop id with or without `.desktop`, `router` or `ask`. Nil
    /// if it is not a program's name.
    public init?(name: String) {
        switch name {
        case "router": self = .here
        case "ask": self = .ask
        default:
            let id = name.hasSuffix(".desktop") ? name : name + ".desktop"
            guard id.utf8.count <= 255, id.utf8.first != UInt8(ascii: "."),
                id.unicodeScalars.allSatisfy({
                    $0.properties.isAlphabetic || "0123456789-_.+@ ".unicodeScalars.contains($0)
                })
            else { return nil }
            self = .program(id)
        }
    }

    /// The name as written in the settings.
    public var name: String {
        switch self {
        case .program(let id): id.hasSuffix(".desktop") ? String(id.dropLast(8)) : id
        case .here: "router"
        case .ask: "ask"
        }
    }
}
