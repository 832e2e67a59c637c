extension DescriptorReader {
    /// Reads the description of a scheme; nil where anything is wrong with it, which is noted. Its name is claimed by the
    /// caller, those of its aliases are claimed here.
    /// - Parameters:
    ///   - base: what it starts from. Titles, aliases, examples and whether links are answered are its own.
    ///   - replaced: the description it takes the place of.
    mutating func scheme(
        _ entry: YAMLNode.Entry, like base: SchemeDescriptor?, replacing replaced: SchemeDescriptor? = nil,
        in catalogue: inout Catalogue
    ) -> SchemeDescriptor? {
        guard let fields = document.fields(of: entry.value, owner: entry.mark, known: DescriptorKeys.scheme) else {
            return nil
        }
        let isEnabled = fields["enabled"] == nil ? true : document.optional("enabled", in: fields) { $0.boolean($1) }
        let grammar = field("grammar", in: fields, or: base?.grammar) { document, node in
            document.choice(node, of: "grammar", SchemeDescriptor.Grammar.init(rawValue:))
        }
        let callbacks = field("callbacks", in: fields, orNone: base?.callbacks) { document, node in
            document.choice(node, of: "callback family", SchemeDescriptor.CallbackFamily.init(rawValue:))
        }
        let coins = coins(
            in: fields, grammar: grammar, isEnabled: isEnabled ?? false, inherited: base?.coins ?? [],
            catalogue: catalogue)
        let title = title(in: fields, coins: coins, catalogue: catalogue)
        let aliases = aliases(of: entry.key, in: fields, catalogue: &catalogue)
        guard let isEnabled, let title, let grammar else { return nil }
        let details = coins.compactMap(catalogue.coin)
        checkLedger(of: details, grammar: grammar, in: fields)
        let inherited = inheritedActions(
            of: base, fields, grammar: grammar, coins: details, answers: callbacks != nil, catalogue: catalogue)
        let actions = actions(
            in: fields, isEnabled: isEnabled, grammar: grammar, coins: details, answers: callbacks != nil,
            inherited: inherited)
        let examples = examples(in: fields, schemes: [entry.key] + aliases)
        return SchemeDescriptor(
            name: entry.key, title: title, coins: coins, grammar: grammar, callbacks: callbacks, isEnabled: isEnabled,
            actions: actions, examples: examples, aliases: aliases, origin: document.location(entry.mark),
            lineage: Lineage(base: base.map { lineage(of: $0, fields, inherited) }, replaced: replaced?.origin))
    }

    /// The name for people; that of the coin where the scheme has none of its own.
    private mutating func title(in fields: Fields, coins: [CoinID], catalogue: Catalogue) -> String? {
        if fields["title"] == nil, coins.count == 1 {
            // A coin with mistakes has no title here. It is called by its id then, and nothing is loaded.
            return catalogue.coin(coins[0])?.title ?? coins[0].name
        }
        // What is wrong with a coin that is written is noted already.
        if fields["title"] == nil, coins.isEmpty, let node = fields["coin"] { return node.text }
        return document.required("title", in: fields) { $0.label($1, limit: DescriptorLimits.title) }
    }

    /// The coins a scheme names: one, or several that its links' addresses tell apart. Only a reserved scheme may have
    /// none.
    private mutating func coins(
        in fields: Fields, grammar: SchemeDescriptor.Grammar?, isEnabled: Bool, inherited: [CoinID],
        catalogue: Catalogue
    ) -> [CoinID] {
        guard let node = fields["coins"] else {
            if fields["coin"] == nil, !inherited.isEmpty || !isEnabled { return inherited }
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

    /// Dapps ask for what named accounts do, and all other links are about addresses.
    private mutating func checkLedger(of coins: [CoinDescriptor], grammar: SchemeDescriptor.Grammar, in fields: Fields)
    {
        let isOfDapps = grammar == .jsonParameter
        guard let coin = coins.first(where: { ($0.accountChain != nil) != isOfDapps }),
            let node = fields["coin"] ?? fields["coins"] ?? fields["grammar"] ?? fields["extends"]
        else { return }
        document.note(
            .conflict, at: node.mark, in: node,
            isOfDapps
                ? "links of the grammar '\(grammar.rawValue)' are about named accounts, and '\(coin.id)' has addresses"
                : "links of the grammar '\(grammar.rawValue)' are about addresses, and '\(coin.id)' has named accounts")
    }

    private mutating func aliases(of scheme: String, in fields: Fields, catalogue: inout Catalogue) -> [String] {
        guard let node = fields["aliases"], document.isList(node) else { return [] }
        var aliases: [String] = []
        for item in node.items {
            guard let name = document.text(item) else { continue }
            if claimAlias(name, of: scheme, at: item, catalogue: &catalogue) { aliases.append(name) }
        }
        return aliases
    }

    /// What links may ask for where the scheme does not say otherwise. Another grammar has other actions.
    private mutating func inheritedActions(
        of base: SchemeDescriptor?, _ fields: Fields, grammar: SchemeDescriptor.Grammar, coins: [CoinDescriptor],
        answers: Bool, catalogue: Catalogue
    ) -> ActionRules {
        guard let base, base.grammar == grammar else { return [:] }
        let others = base.coins.compactMap(catalogue.coin)
        // What all links of the grammar can ask for depends on the coins, so it is said anew.
        if base.actions == Self.allActions(of: grammar, others, answers: base.callbacks != nil) {
            return Self.allActions(of: grammar, coins, answers: answers)
        }
        let hasMinimum = base.actions.values.joined().contains { $0.minimum != nil }
        // The smallest amounts are counted in units of the other coin.
        if hasMinimum, let coin = coins.first, let other = others.first, other.decimals != coin.decimals,
            let node = fields["extends"]
        {
            document.note(
                .conflict, at: node.mark, in: node,
                "the smallest amounts of '\(base.name)' are for \(other.decimals) decimals, and '\(coin.id)' has "
                    + "\(coin.decimals)", hint: "write the scheme out without 'extends'")
        }
        return base.actions
    }

    /// What the scheme got from `base`: whole keys, and of the actions those and the parameters that it does not write.
    private func lineage(of base: SchemeDescriptor, _ fields: Fields, _ actions: ActionRules) -> Lineage.Base {
        var inherited: [String] = []
        if fields["coin"] == nil, fields["coins"] == nil, !base.coins.isEmpty {
            inherited.append(base.coins.count == 1 ? "coin" : "coins")
        }
        if fields["grammar"] == nil { inherited.append("grammar") }
        if fields["callbacks"] == nil, base.callbacks != nil { inherited.append("callbacks") }
        if fields["actions"] == nil {
            if !actions.keys.isEmpty { inherited.append("actions") }
        } else {
            for action in actions.keys {
                let key = action.descriptorKey
                guard let own = fields["actions"]?.entry(key)?.value else {
                    inherited.append("actions.\(key)")
                    continue
                }
                guard own.kind.isMapping else { continue }
                let written = own.entry("params")?.value
                for rule in actions[action] ?? [] where written?.entry(rule.name.rawValue) == nil {
                    inherited.append("actions.\(key).\(rule.name.rawValue)")
                }
            }
        }
        return Lineage.Base(name: base.name, origin: base.origin, inherited: inherited)
    }
}

extension DocumentReader {
    /// A coin that is described, with mistakes or without.
    fileprivate mutating func coin(_ node: YAMLNode, in catalogue: Catalogue) -> CoinID? {
        guard let name = text(node) else { return nil }
        if catalogue.isPartial || catalogue[.coin, name] != nil { return CoinID(name) }
        return coinID(name, at: node.mark, in: node, known: catalogue.names(.coin).map { CoinID($0) })
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
