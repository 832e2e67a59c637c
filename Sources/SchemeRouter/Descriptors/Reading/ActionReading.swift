extension DescriptorReader {
    /// Reads what a scheme's links may ask for. Where nothing is written that is all that links of the grammar can.
    /// - Parameter inherited: what they may ask for where the scheme says nothing. `none` takes an action away.
    mutating func actions(
        in scheme: Fields, isEnabled: Bool, grammar: SchemeDescriptor.Grammar, coins: [CoinDescriptor], answers: Bool,
        inherited: ActionRules = [:]
    ) -> ActionRules {
        if scheme["actions"] == nil {
            guard isEnabled, inherited.keys.isEmpty else { return inherited }
            return Self.allActions(of: grammar, coins, answers: answers)
        }
        let coin = coins.first
        guard let node = document.required("actions", in: scheme, { $1 }), document.isMapping(node) else { return [:] }
        var actions = inherited
        for entry in node.entries {
            guard let action = action(entry, in: node, grammar: grammar) else { continue }
            if entry.value.kind.isScalar, !(entry.value.isNone && actions[action] != nil) {
                document.noteType(
                    "a mapping (key: value)", of: entry.value, hint: "write {} to offer the action, or leave it out")
            } else if entry.value.isNone {
                actions[action] = nil
            } else {
                actions[action] = rules(
                    of: action, entry: entry, grammar: grammar, coin: coin, inherited: actions[action] ?? [])
            }
        }
        return actions
    }

    /// All that links of a grammar can ask for.
    static func allActions(
        of grammar: SchemeDescriptor.Grammar, _ coins: [CoinDescriptor], answers: Bool
    ) -> ActionRules {
        switch grammar {
        case .authorityParameters: walletActions(coins)
        case .bip21: bip21Actions(coins, answers: answers)
        case .jsonParameter: dappActions
        }
    }

    /// What the documents of the seed coins' wallets list (seed documents, "URL Scheme"), and what apps send beside it.
    private static func walletActions(_ coins: [CoinDescriptor]) -> ActionRules {
        func rules(_ names: [ParameterName]) -> [ParameterRule] {
            names.map { name in
                ParameterRule(
                    name: name, isRequired: SchemeDescriptor.Grammar.authorityParameters.alwaysRequires(name))
            }
        }
        let instantSend: [ParameterName] = coins.contains(where: \.hasInstantSend) ? [.instantSend] : []
        return [
            // A label is read so that it cannot stand twice, and never shown: the caller would name the recipient.
            .payment: rules([.pay, .sender, .amount] + instantSend + [.label, .message, .paymentRequest]),
            .address: rules([.request, .sender]), .masterPublicKey: rules([.request, .sender, .account]), .scanQR: [],
        ]
    }

    /// The parameters of BIP21 and BIP321, and what links of the seed coins add to them: InstantSend, and a sender where
    /// it is answered.
    private static func bip21Actions(_ coins: [CoinDescriptor], answers: Bool) -> ActionRules {
        var names: [ParameterName] = [.amount, .label, .message, .paymentRequest, .proofOfPayment]
        if coins.contains(where: \.hasInstantSend) { names.append(.instantSend) }
        if answers { names.append(.sender) }
        return [.payment: names.map { ParameterRule(name: $0, isRequired: false) }]
    }

    /// All that dapps can ask for. Their links have one parameter, in which everything lies.
    private static var dappActions: ActionRules {
        var actions = ActionRules()
        for action in Action.allCases where action.isOfDapps { actions[action] = [] }
        return actions
    }

    /// The action of a key; nil where links of the grammar cannot ask for one of this name, which is noted.
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
                "links of the grammar '\(grammar.rawValue)' cannot ask for '\(entry.key)'")
            return nil
        }
        return action
    }

    private mutating func rules(
        of action: Action, entry: YAMLNode.Entry, grammar: SchemeDescriptor.Grammar, coin: CoinDescriptor?,
        inherited: [ParameterRule]
    ) -> [ParameterRule] {
        guard let fields = document.fields(of: entry.value, owner: entry.mark, known: DescriptorKeys.action),
            let params = fields["params"], document.isMapping(params)
        else { return inherited }
        var rules = inherited
        for entry in params.entries {
            guard let name = parameter(entry, of: action, in: params),
                let rule = rule(for: name, entry: entry, isAlwaysRequired: grammar.alwaysRequires(name), coin: coin)
            else { continue }
            if let position = rules.firstIndex(where: { $0.name == name }) {
                rules[position] = rule
            } else {
                rules.append(rule)
            }
        }
        return rules
    }

    /// The parameter of a key; nil where an action has none of this name, which is noted.
    mutating func parameter(_ entry: YAMLNode.Entry, of action: Action, in params: YAMLNode) -> ParameterName? {
        if let name = ParameterName(rawValue: entry.key), name.belongs(to: action) { return name }
        let known = ParameterName.allCases.filter { $0.belongs(to: action) }.map(\.rawValue)
        document.note(
            .unknownName, at: entry.mark, in: params,
            "unknown parameter \(quoted(entry.key)) of '\(action.descriptorKey)'", name: entry.key, candidates: known)
        return nil
    }

    /// Reads how a parameter is read.
    /// - Parameter needsType: false where an earlier description said the type already.
    mutating func rule(
        for name: ParameterName, entry: YAMLNode.Entry, isAlwaysRequired: Bool, coin: CoinDescriptor?,
        needsType: Bool = true
    ) -> ParameterRule? {
        // `amount: decimal-amount` says the type and tightens nothing.
        if entry.value.kind.isScalar {
            checkType(of: name, entry.value)
            return ParameterRule(name: name, isRequired: isAlwaysRequired)
        }
        guard let fields = document.fields(of: entry.value, owner: entry.mark, known: DescriptorKeys.parameter) else {
            return nil
        }
        if let node = needsType ? document.required("type", in: fields, { $1 }) : fields["type"] {
            checkType(of: name, node)
        }
        let isRequired = document.optional("required", in: fields) { $0.boolean($1) }
        if isRequired == false, isAlwaysRequired, let node = fields["required"] {
            document.note(
                .conflict, at: node.mark, in: node, "'\(name.rawValue)' is always required",
                hint: "a descriptor may tighten a rule, never loosen it")
        }
        let minimum = minimum(of: name, in: fields, coin: coin)
        let maximum = maximum(of: name, in: fields)
        return ParameterRule(
            name: name, isRequired: isAlwaysRequired || isRequired == true, minimum: minimum, maximum: maximum)
    }

    /// The type is documentation, so it must be true: what a parameter is, is decided by the code that reads it.
    private mutating func checkType(of name: ParameterName, _ node: YAMLNode) {
        guard let type = document.choice(node, of: "type", ParameterName.ValueType.init(rawValue:)), type != name.type
        else { return }
        document.note(
            .conflict, at: node.mark, in: node,
            "'\(name.rawValue)' is of the type '\(name.type.rawValue)', not '\(type.rawValue)'",
            hint: "write \(name.type.rawValue)")
    }

    private mutating func minimum(of name: ParameterName, in fields: Fields, coin: CoinDescriptor?) -> Amount? {
        guard let node = fields["min"] else { return nil }
        guard name.type == .decimalAmount else {
            document.note(.conflict, at: node.mark, in: node, "'min' is for amounts only", hint: "leave it out")
            return nil
        }
        // Without a coin there is no telling how many digits an amount has; that it is missing is noted elsewhere, or
        // the scheme is reserved and its rules are not used.
        return coin.flatMap { document.coins(node, decimals: $0.decimals, max: $0.maxMoney) }
    }

    private mutating func maximum(of name: ParameterName, in fields: Fields) -> Int? {
        guard let node = fields["max"] else { return nil }
        switch name.type {
        case .accountIndex: return document.integer(node, in: DescriptorLimits.hardened).map { Int($0) }
        case .text: return document.integer(node, in: DescriptorLimits.text).map { Int($0) }
        default:
            document.note(
                .conflict, at: node.mark, in: node, "'max' is for account numbers and texts only",
                hint: name.type == .decimalAmount ? "an amount has 'min'" : "leave it out")
            return nil
        }
    }
}

extension SchemeDescriptor.Grammar {
    /// Whether links of this grammar can ask for an action.
    package func offers(_ action: Action) -> Bool {
        switch self {
        case .authorityParameters: !action.isOfDapps
        case .bip21: action == .payment
        case .jsonParameter: action.isOfDapps
        }
    }

    /// Whether links of this grammar cannot do without a parameter, whatever a descriptor says.
    func alwaysRequires(_ name: ParameterName) -> Bool {
        switch self {
        case .authorityParameters: name == .pay || name == .request || name == .sender
        case .bip21, .jsonParameter: false
        }
    }
}

extension ParameterName {
    /// Whether a link that asks for `action` can have this parameter.
    package func belongs(to action: Action) -> Bool {
        switch (action, self) {
        case _ where action.isOfDapps: false
        case (.scanQR, _): false
        case (.payment, .request): false
        case (.payment, _): true
        case (_, .pay), (_, .amount), (_, .instantSend), (_, .paymentRequest), (_, .proofOfPayment): false
        default: true
        }
    }
}

extension YAMLNode {
    /// Whether it is the word `none`, which takes an action away.
    var isNone: Bool { kind == .plainScalar && isText("none") }
}

extension Action {
    /// The action of this name in `schemes.yaml`; nil where there is none.
    init?(descriptorKey: String) {
        switch descriptorKey {
        case Action.payment.descriptorKey: self = .payment
        case Action.address.descriptorKey: self = .address
        case Action.masterPublicKey.descriptorKey: self = .masterPublicKey
        case Action.scanQR.descriptorKey: self = .scanQR
        case Action.login.descriptorKey: self = .login
        case Action.transfer.descriptorKey: self = .transfer
        case Action.transaction.descriptorKey: self = .transaction
        case Action.sign.descriptorKey: self = .sign
        case Action.openHome.descriptorKey: self = .openHome
        case Action.openDapp.descriptorKey: self = .openDapp
        default: return nil
        }
    }

    /// Whether dapps ask for it, in links of the grammar `json-param`.
    fileprivate var isOfDapps: Bool {
        switch self {
        case .payment, .address, .masterPublicKey, .scanQR: false
        case .login, .transfer, .transaction, .sign, .openHome, .openDapp: true
        }
    }
}
