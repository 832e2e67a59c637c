/// Actions that a scheme inherits, with all that they depend on.
struct InheritedActions {
    /// The description that has them.
    let below: Fields
    /// The actions of links of the grammar.
    let first: ActionRules
    let grammar: SchemeDescriptor.Grammar
    /// Of the scheme's coin.
    let decimals: Int?
    let maxMoney: Amount?
    let actions: ActionRules?
}

extension DescriptorReader {
    /// Reads the actions of a scheme's links: those of the scheme that it extends, then its own, then those of files
    /// that make it stricter. The default is everything that links of the grammar can request.
    mutating func actions(
        in scheme: Fields, grammar: SchemeDescriptor.Grammar, coins: [CoinDescriptor], links: LinkRules?, replies: Bool
    ) -> ActionRules {
        // The actions of another grammar do not apply here.
        let scheme = scheme.untilOther("grammar")
        let all = Self.allActions(of: grammar, coins, links: links, replies: replies)
        // A reserved scheme has no actions for others to inherit.
        let first = scheme.root.isReserved ? [:] : all
        return actions(in: scheme, first: first, grammar: grammar, coin: coins.first)
            ?? (scheme.description.isReserved ? first : all)
    }

    /// - Parameter first: the actions allowed by default.
    private mutating func actions(
        in scheme: Fields, first: ActionRules, grammar: SchemeDescriptor.Grammar, coin: CoinDescriptor?
    ) -> ActionRules? {
        let above = scheme.below.flatMap { inherited(from: $0, first: first, grammar: grammar, coin: coin) }
        guard let node = scheme.node.entry("actions")?.value, document.isMapping(node) else { return above }
        return actions(
            node, above: above ?? (scheme.below == nil ? [:] : first), grammar: grammar, coin: coin,
            isAmendment: scheme.isAmendment)
    }

    /// The actions that a description inherits. Read once for all that inherit the same, unless there is a mistake, which
    /// is noted for each.
    private mutating func inherited(
        from below: Fields, first: ActionRules, grammar: SchemeDescriptor.Grammar, coin: CoinDescriptor?
    ) -> ActionRules? {
        if let latest = inheritedActions, latest.below === below, latest.grammar == grammar,
            latest.decimals == coin?.decimals, latest.maxMoney == coin?.maxMoney, latest.first == first
        {
            return latest.actions
        }
        let mistakes = document.mistakes
        let actions = actions(in: below, first: first, grammar: grammar, coin: coin)
        guard document.mistakes == mistakes else { return actions }
        inheritedActions = InheritedActions(
            below: below, first: first, grammar: grammar, decimals: coin?.decimals, maxMoney: coin?.maxMoney,
            actions: actions)
        return actions
    }

    /// Reads one list of actions. `none` removes an action.
    /// - Parameter above: the actions allowed so far. A list that makes a scheme stricter adds none.
    private mutating func actions(
        _ node: YAMLNode, above: ActionRules, grammar: SchemeDescriptor.Grammar, coin: CoinDescriptor?,
        isAmendment: Bool
    ) -> ActionRules {
        var actions = above
        for entry in node.entries {
            guard let action = action(entry, in: node, grammar: grammar) else { continue }
            let inherited = actions[action]
            if isAmendment, inherited == nil { continue }
            if entry.value.isNone, inherited != nil {
                actions[action] = nil
            } else if entry.value.kind.isScalar {
                document.noteType(
                    "a mapping (key: value)", of: entry.value,
                    hint: isAmendment
                        ? "write none to remove the action" : "write {} to offer the action, or leave it out")
            } else {
                actions[action] = rules(
                    of: action, entry: entry, grammar: grammar, coin: coin, above: inherited ?? [],
                    isAmendment: isAmendment)
            }
        }
        return actions
    }

    static func allActions(
        of grammar: SchemeDescriptor.Grammar, _ coins: [CoinDescriptor], links: LinkRules? = nil, replies: Bool
    ) -> ActionRules {
        if let links, links.wallet != nil { return links.ownActions(of: coins, replies: replies) }
        return switch grammar {
        case .authorityParameters: walletActions(coins)
        case .bip21: bip21Actions(coins, replies: replies)
        case .jsonParameter: dappActions
        case .uri: describedActions(links)
        }
    }

    /// The actions of the links' forms, and those that a payload can have instead.
    private static func describedActions(_ links: LinkRules?) -> ActionRules {
        var actions = ActionRules()
        for action in DescribedForm.actions {
            let isNamed =
                links?.forms.contains {
                    $0.refusal == nil && ($0.action == action || !$0.payloads.isEmpty)
                } ?? true
            if isNamed { actions[action] = [] }
        }
        if links?.forms.contains(where: { $0.action == .address && $0.refusal == nil }) == true {
            actions[.address] = []
        }
        return actions
    }

    /// The documented parameters of the Dash and Axe wallets (Documentation/protocols/dash-axe.md §1.1), and those that
    /// apps send in addition (§1.6).
    private static func walletActions(_ coins: [CoinDescriptor]) -> ActionRules {
        func rule(_ name: ParameterName) -> ParameterRule {
            ParameterRule(name: name, isRequired: SchemeDescriptor.Grammar.authorityParameters.alwaysRequires(name))
        }
        let lock = coins.contains(where: \.hasLock) ? [rule(.lock)] : []
        return [
            // A label is read so that duplicates are rejected, but never shown: otherwise the caller would name the
            // recipient.
            .payment: [rule(.pay), rule(.sender), rule(.amount)] + lock
                + [rule(.label), rule(.message), rule(.paymentRequest), rule(.data)],
            .address: [rule(.request), rule(.sender)],
            .masterPublicKey: [rule(.request), rule(.sender), rule(.account)],
            .scanQR: [],
        ]
    }

    /// The parameters of BIP21 and BIP321, and those that wallets add: a lock if the coin has one, and a sender if it
    /// receives a reply.
    private static func bip21Actions(_ coins: [CoinDescriptor], replies: Bool) -> ActionRules {
        var names: [ParameterName] = replies ? [.sender, .amount] : [.amount]
        if coins.contains(where: \.hasLock) { names.append(.lock) }
        names += [.label, .message, .paymentRequest, .proofOfPayment]
        return [.payment: names.map { ParameterRule(name: $0, isRequired: false) }]
    }

    /// All actions of dapps. Their links have a single parameter, which contains everything.
    private static var dappActions: ActionRules {
        var actions = ActionRules()
        for action in Action.allCases where action.isOfDapps { actions[action] = [] }
        return actions
    }

    /// The action of a key; nil if links of the grammar have no action of this name, which is noted.
    mutating func action(
        _ entry: YAMLNode.Entry, in node: YAMLNode, grammar: SchemeDescriptor.Grammar
    ) -> Action? {
        guard let action = Action(descriptorKey: entry.key) else {
            document.note(
                .unknownName, at: entry.mark, in: node, "unknown action \(quoted(entry.key))", name: entry.key,
                candidates: Action.allCases.filter(grammar.offers).map(\.descriptorKey))
            return nil
        }
        guard grammar.offers(action) else {
            document.note(
                .conflict, at: entry.mark, in: node,
                "links of the grammar “\(grammar.rawValue)” cannot ask for “\(entry.key)”")
            return nil
        }
        return action
    }

    private mutating func rules(
        of action: Action, entry: YAMLNode.Entry, grammar: SchemeDescriptor.Grammar, coin: CoinDescriptor?,
        above: [ParameterRule], isAmendment: Bool
    ) -> [ParameterRule] {
        guard document.checkKeys(of: entry.value, known: DescriptorSection.action.names),
            let params = entry.value.entry("params")?.value, document.isMapping(params)
        else { return above }
        guard grammar != .uri else {
            document.note(
                .conflict, in: params, "the parameters of “uri” links are described by “links”",
                hint: "leave “params” out")
            return above
        }
        var rules = above
        for entry in params.entries {
            guard let name = parameter(entry, of: action, in: params) else { continue }
            let position = rules.firstIndex { $0.name == name }
            if isAmendment, position == nil { continue }
            guard
                let rule = rule(
                    for: name, entry: entry, isAlwaysRequired: grammar.alwaysRequires(name), coin: coin,
                    tightening: isAmendment ? position.map { rules[$0] } : nil)
            else { continue }
            if let position {
                rules[position] = rule
            } else {
                rules.append(rule)
            }
        }
        return rules
    }

    /// The parameter of a key; nil if the action has no parameter of this name, which is noted.
    mutating func parameter(_ entry: YAMLNode.Entry, of action: Action, in params: YAMLNode) -> ParameterName? {
        if let name = ParameterName(rawValue: entry.key), name.belongs(to: action) { return name }
        let known = ParameterName.allCases.filter { $0.belongs(to: action) }.map(\.rawValue)
        document.note(
            .unknownName, at: entry.mark, in: params,
            "unknown parameter \(quoted(entry.key)) of “\(action.descriptorKey)”", name: entry.key, candidates: known)
        return nil
    }

    /// Reads the rule of a parameter.
    /// - Parameter old: the rule of an earlier file; nil if this is the first description.
    private mutating func rule(
        for name: ParameterName, entry: YAMLNode.Entry, isAlwaysRequired: Bool, coin: CoinDescriptor?,
        tightening old: ParameterRule?
    ) -> ParameterRule? {
        // `amount: decimal-amount` only states the type and tightens nothing.
        if entry.value.kind.isScalar {
            checkType(of: name, entry.value)
            return old ?? ParameterRule(name: name, isRequired: isAlwaysRequired)
        }
        guard let fields = document.fields(of: entry.value, owner: entry.mark, in: .parameter) else { return nil }
        if let node = old == nil ? document.required("type", in: fields, { $1 }) : fields["type"] {
            checkType(of: name, node)
        }
        let written = document.optional("required", in: fields) { $0.boolean($1) }
        if written == false, isAlwaysRequired, let node = fields["required"] {
            document.note(
                .conflict, in: node, "“\(name.rawValue)” is always required",
                hint: "a descriptor may tighten a rule, never loosen it")
        }
        return ParameterRule(
            name: name, isRequired: isAlwaysRequired || written ?? old?.isRequired ?? false,
            minimum: minimum(of: name, in: fields, coin: coin) ?? old?.minimum,
            maximum: maximum(of: name, in: fields) ?? old?.maximum)
    }

    /// The type is documentation, so it must be correct: the code that reads a parameter determines its type.
    private mutating func checkType(of name: ParameterName, _ node: YAMLNode) {
        guard let type = document.choice(node, of: "type", among: ParameterName.ValueType.allCases, name: \.rawValue),
            type != name.type
        else { return }
        document.note(
            .conflict, in: node, "“\(name.rawValue)” has the type “\(name.type.rawValue)”, not “\(type.rawValue)”",
            hint: "write \(name.type.rawValue)")
    }

    private mutating func minimum(of name: ParameterName, in fields: Fields, coin: CoinDescriptor?) -> Amount? {
        guard let node = fields["min"] else { return nil }
        guard name.type == .decimalAmount else {
            document.note(.conflict, in: node, "“min” is for amounts only", hint: "leave it out")
            return nil
        }
        // Without a coin, the decimals of an amount are unknown. The missing coin is noted elsewhere, or the scheme is
        // reserved and its rules are not used.
        return coin.flatMap { document.coins(node, decimals: $0.decimals, max: $0.maxMoney) }
    }

    private mutating func maximum(of name: ParameterName, in fields: Fields) -> Int? {
        guard let node = fields["max"] else { return nil }
        switch name.type {
        case .accountIndex: return document.integer(node, in: DescriptorLimits.hardened).map { Int($0) }
        case .text: return document.integer(node, in: DescriptorLimits.text).map { Int($0) }
        default:
            document.note(
                .conflict, in: node, "“max” is for account numbers and texts only",
                hint: name.type == .decimalAmount ? "use “min” for amounts" : "leave it out")
            return nil
        }
    }
}

extension SchemeDescriptor.Grammar {
    package func offers(_ action: Action) -> Bool {
        switch self {
        case .authorityParameters: !action.isOfDapps
        case .bip21: action == .payment
        case .jsonParameter: action.isOfDapps
        case .uri: DescribedForm.actions.contains(action)
        }
    }

    /// Whether links of this grammar always need a parameter, whatever a descriptor says.
    func alwaysRequires(_ name: ParameterName) -> Bool {
        switch self {
        case .authorityParameters: name == .pay || name == .request || name == .sender
        case .bip21, .jsonParameter, .uri: false
        }
    }
}

extension ParameterName {
    /// Whether a link that requests `action` can have this parameter.
    package func belongs(to action: Action) -> Bool {
        switch (action, self) {
        case _ where action.isOfDapps: false
        case (.withdraw, _), (.channel, _), (.askServer, _), (.delegate, _), (.claim, _), (.contact, _): false
        case (.scanQR, _): false
        case (.payment, .request): false
        case (.payment, _): true
        case (_, .pay), (_, .amount), (_, .lock), (_, .paymentRequest), (_, .proofOfPayment), (_, .data): false
        default: true
        }
    }
}

extension Fields {
    /// Whether the description itself says that the scheme is only reserved.
    fileprivate var isReserved: Bool { node.entry("enabled")?.value.isText("false") == true }
}

extension YAMLNode {
    /// Whether it is the word `none`, which removes an action.
    var isNone: Bool { kind == .plainScalar && isText("none") }
}

extension Action {
    /// The action of this name in `schemes.yaml`; nil if there is none.
    init?(descriptorKey: String) {
        guard let action = Action.allCases.first(where: { $0.descriptorKey == descriptorKey }) else { return nil }
        self = action
    }

    /// Whether dapps request it, in links with the grammar `json-param`.
    fileprivate var isOfDapps: Bool {
        switch self {
        case .payment, .address, .masterPublicKey, .scanQR: false
        case .login, .transfer, .transaction, .sign, .openHome, .openDapp: true
        case .withdraw, .channel, .askServer, .delegate, .claim, .contact: false
        }
    }
}
