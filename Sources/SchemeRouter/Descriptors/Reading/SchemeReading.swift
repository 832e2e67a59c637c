extension DescriptorReader {
    /// Reads a scheme; nil if it has a mistake, which is noted. The caller claims its name.
    /// - Parameters:
    ///   - base: the scheme that it extends.
    ///   - aliases: its other names, if they are already claimed.
    mutating func scheme(
        _ entry: YAMLNode.Entry, _ fields: Fields, like base: SchemeDescriptor?, aliases: [String]? = nil
    ) -> SchemeDescriptor? {
        let isEnabled = fields["enabled"] == nil ? true : document.optional("enabled", in: fields) { $0.boolean($1) }
        let grammar = grammar(in: fields)
        let callbacks = fields["callbacks"] == nil ? nil : text("callbacks", in: fields)
        let handOver = fields["hand-over"] == nil ? nil : text("hand-over", in: fields)
        let coins = coins(
            in: fields, grammar: grammar, isEnabled: isEnabled ?? false, mayHaveNone: handOver != nil)
        let title = title(in: fields, coins: coins)
        let aliases = aliases ?? self.aliases(of: entry.key, in: fields)
        guard let isEnabled, let title, let grammar else { return nil }
        let details = coins.compactMap(catalogue.coin)
        checkLedger(of: details, grammar: grammar, in: fields.node)
        if let base, base.grammar == grammar { checkDecimals(of: details, like: base, in: fields.node) }
        if let base, base.grammar == grammar, base.links != nil, let node = fields.node.entry("links")?.value {
            document.note(
                .conflict, in: node, "“links” are inherited as a whole, and \(quoted(base.name)) already has them",
                hint: "remove “links”, or describe the whole scheme without “extends”")
        }
        if let handOver, grammar != .uri, let node = fields["hand-over"] {
            document.note(
                .conflict, in: node, "“hand-over: \(handOver)” is for links of the grammar “uri”",
                hint: "links of “\(grammar.rawValue)” are answered here, or handed over as they arrived")
        }
        let plugin = fields["plugin"] == nil ? nil : text("plugin", in: fields)
        if let callbacks, let node = fields["callbacks"] {
            let reader = plugin ?? (grammar == .uri ? LinkRules.plugin : nil)
            checkForm(callbacks, by: reader, of: details, in: node)
        }
        let needsLinks = grammar == .uri && plugin == nil || fields["links"] != nil
        let isExact = handOver == "exact"
        let links: LinkRules?
        if needsLinks, let shared = base?.links, base?.grammar == grammar, fields.node.entry("links") == nil {
            // Read once, however many schemes extend it.
            links = sharing(shared, in: fields, isExact: isExact)
        } else {
            links = needsLinks ? self.links(in: fields, grammar: grammar, isExact: isExact) : nil
        }
        let actions = actions(in: fields, grammar: grammar, coins: details, links: links, replies: callbacks != nil)
        let examples = examples(in: fields.node, schemes: [entry.key] + aliases)
        let lineage = base.map { base in
            self.lineage(of: base, fields, actions: base.grammar == grammar ? base.actions : [:])
        }
        let otherwise = otherwise(in: fields)
        if let entry = fields.own("otherwise"), grammar == .uri || grammar == .jsonParameter {
            document.note(
                .conflict, at: entry.mark, in: fields.node,
                "“otherwise” is for schemes whose links are answered here",
                hint: "write its forms under “links”")
        }
        return SchemeDescriptor(
            name: entry.key, title: title, coins: coins, grammar: grammar, callbacks: callbacks, isEnabled: isEnabled,
            actions: actions, plugin: plugin, links: links?.withoutUsual, otherwise: otherwise, examples: examples,
            aliases: aliases, origin: entry.location, lineage: Lineage(base: lineage))
    }

    /// Notes if the plugin that reads the scheme's links lacks its reply form: there would be no reply.
    /// - Parameter reader: the scheme's own plugin; nil if each coin's plugin reads them.
    private mutating func checkForm(
        _ name: String, by reader: String?, of coins: [CoinDescriptor], in node: YAMLNode
    ) {
        if let reader { return checkForm(name, by: reader, title: "the plugin “\(reader)”", isOwn: true, in: node) }
        for coin in coins { checkForm(name, by: coin.plugin, title: coin.title, isOwn: false, in: node) }
    }

    private mutating func checkForm(
        _ name: String, by reader: String, title: @autoclosure () -> String, isOwn: Bool, in node: YAMLNode
    ) {
        guard let plugin = plugins?.first(where: { $0.plugin == reader }), let forms = plugin.forms,
            !forms.contains(name)
        else { return }
        let known = forms.map { "“\($0)”" }.joined(separator: ", ")
        document.note(
            .conflict, in: node, "\(title()) has no reply form \(quoted(name))",
            hint: known.isEmpty
                ? "leave “callbacks” out" : "\(isOwn ? "the" : "its") plugin “\(plugin.plugin)” has \(known)")
    }

    /// The display name; that of the coin if the scheme has none.
    private mutating func title(in fields: Fields, coins: [CoinID]) -> String? {
        guard fields["title"] == nil else { return text("title", in: fields) }
        // A coin with mistakes has no title here; its id is used, and nothing is loaded anyway.
        if coins.count == 1 { return catalogue.coin(coins[0])?.title ?? coins[0].name }
        // Mistakes in a coin that is named are already noted.
        if coins.isEmpty, let node = fields["coin"] { return node.text }
        return text("title", in: fields)
    }

    /// The coins of a scheme: one, or several that the addresses in links distinguish. Only a reserved scheme may have
    /// none.
    private mutating func coins(
        in fields: Fields, grammar: SchemeDescriptor.Grammar?, isEnabled: Bool, mayHaveNone: Bool
    ) -> [CoinID] {
        var nearest = Optional(fields)
        while let said = nearest, said.node.entry("coin") == nil, said.node.entry("coins") == nil {
            nearest = said.below
        }
        guard let statement = nearest?.node else {
            if isEnabled, !mayHaveNone {
                let hint = grammar == .uri ? "add “coin: …”, or “hand-over: only” if the links are of no coin" : nil
                document.noteMissing("coin", in: fields, hint: hint)
            }
            return []
        }
        let one = statement.entry("coin")?.value
        guard let node = statement.entry("coins")?.value else { return one.flatMap { coin($0) }.map { [$0] } ?? [] }
        if one != nil {
            document.note(.conflict, in: node, "a scheme has either “coin” or “coins”")
        }
        if let grammar, grammar != .bip21, fields.own("coins") != nil {
            document.note(
                .conflict, in: node, "only links of the grammar “bip21” can have several coins",
                hint: "write “coin”")
        }
        guard document.isList(node) else { return [] }
        var coins: [CoinID] = []
        for item in node.items {
            guard let coin = coin(item) else { continue }
            if coins.contains(coin) {
                document.note(.duplicateName, in: item, "the coin \(quoted(coin.name)) is repeated")
            } else {
                coins.append(coin)
            }
        }
        return coins
    }

    /// A coin that is described, with or without mistakes.
    private mutating func coin(_ node: YAMLNode) -> CoinID? {
        guard let name = document.text(node) else { return nil }
        if catalogue.isPartial || catalogue[.coin, name] != nil { return CoinID(name) }
        return document.coinID(name, at: node.mark, in: node, known: catalogue.names(.coin).map { CoinID($0) })
    }

    /// Dapps request actions of named accounts; all other links are about addresses.
    private mutating func checkLedger(
        of coins: [CoinDescriptor], grammar: SchemeDescriptor.Grammar, in scheme: YAMLNode
    ) {
        // Described links can be about anything.
        guard grammar != .uri else { return }
        let isOfDapps = grammar == .jsonParameter
        guard let coin = coins.first(where: { ($0.accountChain != nil) != isOfDapps || $0.isForeign }),
            let node = ["coin", "coins", "grammar", "extends"].lazy.compactMap({ scheme.entry($0)?.value }).first
        else { return }
        document.note(
            .conflict, in: node,
            coin.isForeign
                ? "no wallet here has \(quoted(coin.id.name)), so its links need the grammar “uri”"
                : isOfDapps
                    ? "links of the grammar “\(grammar.rawValue)” use named accounts, but \(quoted(coin.id.name)) has addresses"
                    : "links of the grammar “\(grammar.rawValue)” use addresses, but \(quoted(coin.id.name)) has named accounts"
        )
    }

    /// Inherited minimums were written for the decimals of another coin.
    private mutating func checkDecimals(of coins: [CoinDescriptor], like base: SchemeDescriptor, in scheme: YAMLNode) {
        guard base.actions.values.joined().contains(where: { $0.minimum != nil }), let coin = coins.first,
            let other = base.coins.first.flatMap(catalogue.coin), other.decimals != coin.decimals,
            let node = scheme.entry("extends")?.value
        else { return }
        document.note(
            .conflict, in: node,
            "the smallest amounts of \(quoted(base.name)) are for \(other.decimals) decimals, but \(quoted(coin.id.name)) has "
                + "\(coin.decimals)", hint: "write out all keys of the scheme, without “extends”")
    }

    private mutating func aliases(of scheme: String, in fields: Fields) -> [String] {
        guard let node = fields["aliases"], document.isList(node) else { return [] }
        return node.items.compactMap { item in
            guard let name = document.text(item), claimAlias(name, of: scheme, at: item) else { return nil }
            return name
        }
    }

    /// What the scheme inherited from `base`: keys, and the actions and parameters that it does not set itself.
    /// - Parameter actions: the default actions of its links.
    private func lineage(of base: SchemeDescriptor, _ fields: Fields, actions: ActionRules) -> Lineage.Base {
        let own = fields.node
        var inherited: [String] = []
        if own.entry("coin") == nil, own.entry("coins") == nil, !base.coins.isEmpty {
            inherited.append(base.coins.count == 1 ? "coin" : "coins")
        }
        if own.entry("grammar") == nil { inherited.append("grammar") }
        if own.entry("callbacks") == nil, base.callbacks != nil { inherited.append("callbacks") }
        if own.entry("plugin") == nil, base.plugin != nil { inherited.append("plugin") }
        if own.entry("links") == nil, base.links != nil { inherited.append("links") }
        guard let written = own.entry("actions")?.value else {
            if !actions.keys.isEmpty { inherited.append("actions") }
            return Lineage.Base(name: base.name, origin: base.origin, inherited: inherited)
        }
        for action in actions.keys {
            let key = action.descriptorKey
            guard let own = written.entry(key)?.value else {
                inherited.append("actions.\(key)")
                continue
            }
            guard own.kind.isMapping else { continue }
            let parameters = own.entry("params")?.value
            for rule in actions[action] ?? [] where parameters?.entry(rule.name.rawValue) == nil {
                inherited.append("actions.\(key).\(rule.name.rawValue)")
            }
        }
        return Lineage.Base(name: base.name, origin: base.origin, inherited: inherited)
    }
}

extension DocumentReader {
    /// The coin that `name` at `mark` means. Notes if there is none with this name.
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
