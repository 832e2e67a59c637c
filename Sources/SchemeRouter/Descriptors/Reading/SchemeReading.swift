extension DescriptorReader {
    private static let schemeKeys = [
        "coin", "coins", "title", "grammar", "callbacks", "enabled", "aliases", "actions", "examples",
    ]

    /// Reads one scheme; nil where anything is wrong with it, which is noted. Its name is claimed by the caller, those
    /// of its aliases are claimed here.
    mutating func scheme(_ entry: YAMLNode.Entry, in catalogue: inout Catalogue) -> SchemeDescriptor? {
        guard let fields = document.fields(of: entry.value, owner: entry.mark, known: Self.schemeKeys) else {
            return nil
        }
        let isEnabled = fields["enabled"] == nil ? true : document.optional("enabled", in: fields) { $0.boolean($1) }
        let grammar = document.required("grammar", in: fields) { document, node in
            document.choice(node, of: "grammar", SchemeDescriptor.Grammar.init(rawValue:))
        }
        let callbacks = document.optional("callbacks", in: fields) { document, node in
            document.choice(node, of: "callback family", SchemeDescriptor.CallbackFamily.init(rawValue:))
        }
        let coins = coins(in: fields, grammar: grammar, isEnabled: isEnabled ?? true, catalogue: catalogue)
        let title = title(in: fields, coins: coins, catalogue: catalogue)
        let aliases = aliases(in: fields, catalogue: &catalogue)
        guard let isEnabled, let title, let grammar else { return nil }
        let actions = actions(
            in: fields, isEnabled: isEnabled, grammar: grammar, coins: coins.compactMap(catalogue.coin),
            answers: callbacks != nil)
        let examples = examples(in: fields, schemes: [entry.key] + aliases)
        return SchemeDescriptor(
            name: entry.key, title: title, coins: coins, grammar: grammar, callbacks: callbacks, isEnabled: isEnabled,
            actions: actions, examples: examples, aliases: aliases, origin: document.location(entry.mark))
    }

    /// The name for people; that of the coin where the scheme has none of its own.
    private mutating func title(in fields: Fields, coins: [CoinID], catalogue: Catalogue) -> String? {
        if fields["title"] == nil, coins.count == 1 {
            // A coin with mistakes has no title here. It is called by its id then, and nothing is loaded.
            return catalogue.coin(coins[0])?.title ?? coins[0].name
        }
        return document.required("title", in: fields) { $0.label($1, limit: 40) }
    }

    /// The coins a scheme names: one, or several that its links' addresses tell apart. Only a reserved scheme may have
    /// none.
    private mutating func coins(
        in fields: Fields, grammar: SchemeDescriptor.Grammar?, isEnabled: Bool, catalogue: Catalogue
    ) -> [CoinID] {
        guard let node = fields["coins"] else {
            if fields["coin"] == nil, !isEnabled { return [] }
            let coin = document.required("coin", in: fields) { $0.coin($1, in: catalogue) }
            return coin.map { [$0] } ?? []
        }
        if fields["coin"] != nil {
            document.note(.conflict, at: node.mark, in: node, "a scheme has either 'coin' or 'coins'")
        }
        if let grammar, grammar != .bip21 {
            document.note(
                .conflict, at: node.mark, in: node, "only links of the grammar 'bip21' can be about several coins",
                hint: "write 'coin'")
        }
        guard document.isList(node) else { return [] }
        var coins: [CoinID] = []
        for item in node.items {
            guard let coin = document.coin(item, in: catalogue) else { continue }
            if coins.contains(coin) {
                document.note(.duplicateName, at: item.mark, in: item, "the coin '\(coin)' stands twice")
            } else {
                coins.append(coin)
            }
        }
        return coins
    }

    private mutating func aliases(in fields: Fields, catalogue: inout Catalogue) -> [String] {
        guard let node = fields["aliases"], document.isList(node) else { return [] }
        var aliases: [String] = []
        for item in node.items {
            guard let name = document.text(item) else { continue }
            if claim(name, at: item.mark, in: item, catalogue: &catalogue) { aliases.append(name) }
        }
        return aliases
    }
}

extension DocumentReader {
    /// A coin that is described, with mistakes or without.
    fileprivate mutating func coin(_ node: YAMLNode, in catalogue: Catalogue) -> CoinID? {
        guard let name = text(node) else { return nil }
        if catalogue.hasCoin(CoinID(name)) { return CoinID(name) }
        return coinID(name, at: node.mark, in: node, known: catalogue.coinIDs)
    }

    /// The coin that `name`, which stands at `mark`, means. Notes where there is none of this name.
    package mutating func coinID(
        _ name: String, at mark: YAMLMark, in node: YAMLNode, known: some Collection<CoinID>
    ) -> CoinID? {
        let id = CoinID(name)
        if known.contains(id) { return id }
        note(
            .unknownName, at: mark, in: node, "unknown coin \(quoted(name))", name: name,
            candidates: known.map(\.name).sorted())
        return nil
    }
}
