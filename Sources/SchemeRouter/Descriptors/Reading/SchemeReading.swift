extension DescriptorReader {
    private static let schemeKeys = [
        "coin", "title", "grammar", "callbacks", "enabled", "aliases", "actions", "examples",
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
        let coin = coin(in: fields, isEnabled: isEnabled ?? true, catalogue: catalogue)
        let title = title(in: fields, coin: coin, catalogue: catalogue)
        let aliases = aliases(in: fields, catalogue: &catalogue)
        guard let isEnabled, let title, let grammar else { return nil }
        let actions = actions(
            in: fields, isEnabled: isEnabled, grammar: grammar, coin: coin.flatMap(catalogue.coin))
        let examples = examples(in: fields, schemes: [entry.key] + aliases)
        return SchemeDescriptor(
            name: entry.key, title: title, coin: coin, grammar: grammar, callbacks: callbacks, isEnabled: isEnabled,
            actions: actions, examples: examples, aliases: aliases, origin: document.location(entry.mark))
    }

    /// The name for people; that of the coin where the scheme has none of its own.
    private mutating func title(in fields: Fields, coin: CoinID?, catalogue: Catalogue) -> String? {
        if fields["title"] == nil, let coin {
            // A coin with mistakes has no title here. It is called by its id then, and nothing is loaded.
            return catalogue.coin(coin)?.title ?? coin.name
        }
        return document.required("title", in: fields) { $0.label($1, limit: 40) }
    }

    /// The coin a scheme names. Only a reserved scheme may have none.
    private mutating func coin(in fields: Fields, isEnabled: Bool, catalogue: Catalogue) -> CoinID? {
        if fields["coin"] == nil, !isEnabled { return nil }
        return document.required("coin", in: fields) { document, node in
            guard let name = document.text(node) else { return nil }
            if catalogue.hasCoin(CoinID(name)) { return CoinID(name) }
            return document.coinID(name, at: node.mark, in: node, known: catalogue.coinIDs)
        }
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
