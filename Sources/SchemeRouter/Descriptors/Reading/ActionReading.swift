extension DescriptorReader {
    private static let ruleKeys = ["type", "required", "min", "max"]

    /// Reads what a scheme's links may ask for. An enabled scheme must offer something; that of BIP21 offers what the
    /// BIP does where nothing is written.
    mutating func actions(
        in scheme: Fields, isEnabled: Bool, grammar: SchemeDescriptor.Grammar, coins: [CoinDescriptor], answers: Bool
    ) -> ActionRules {
        if scheme["actions"] == nil {
            guard isEnabled else { return [:] }
            if grammar == .bip21 { return [.payment: Self.bip21Rules(coins, answers: answers)] }
        }
        let coin = coins.first
        guard let node = document.required("actions", in: scheme, { $1 }), document.isMapping(node) else { return [:] }
        var actions = ActionRules()
        for entry in node.entries {
            guard let action = Action(descriptorKey: entry.key) else {
                document.note(
                    .unknownName, at: entry.mark, in: node, "unknown action \(quoted(entry.key))", name: entry.key,
                    candidates: Action.allCases.filter(grammar.offers).map(\.descriptorKey))
                continue
            }
            guard grammar.offers(action) else {
                document.note(
                    .conflict, at: entry.mark, in: node,
                    "links of the grammar '\(grammar.rawValue)' cannot ask for '\(entry.key)'")
                continue
            }
            actions[action] = rules(of: action, entry: entry, grammar: grammar, coin: coin)
        }
        return actions
    }

    /// The parameters of BIP21 and BIP321, and what links of the seed coins add to them: InstantSend, and a sender where
    /// it is answered.
    private static func bip21Rules(_ coins: [CoinDescriptor], answers: Bool) -> [ParameterRule] {
        var names: [ParameterName] = [.amount, .label, .message, .paymentRequest, .proofOfPayment]
        if coins.contains(where: \.hasInstantSend) { names.append(.instantSend) }
        if answers { names.append(.sender) }
        return names.map { ParameterRule(name: $0, isRequired: false) }
    }

    private mutating func rules(
        of action: Action, entry: YAMLNode.Entry, grammar: SchemeDescriptor.Grammar, coin: CoinDescriptor?
    ) -> [ParameterRule] {
        guard let fields = document.fields(of: entry.value, owner: entry.mark, known: ["params"]),
            let params = fields["params"], document.isMapping(params)
        else { return [] }
        var rules: [ParameterRule] = []
        for entry in params.entries {
            guard let name = ParameterName(rawValue: entry.key), name.belongs(to: action)
            else {
                let known = ParameterName.allCases.filter { $0.belongs(to: action) }.map(\.rawValue)
                document.note(
                    .unknownName, at: entry.mark, in: params,
                    "unknown parameter \(quoted(entry.key)) of '\(action.descriptorKey)'", name: entry.key,
                    candidates: known)
                continue
            }
            let isAlwaysRequired = grammar.alwaysRequires(name)
            if let rule = rule(for: name, entry: entry, isAlwaysRequired: isAlwaysRequired, coin: coin) {
                rules.append(rule)
            }
        }
        return rules
    }

    private mutating func rule(
        for name: ParameterName, entry: YAMLNode.Entry, isAlwaysRequired: Bool, coin: CoinDescriptor?
    ) -> ParameterRule? {
        // `amount: decimal-amount` says the type and tightens nothing.
        if entry.value.kind.isScalar {
            checkType(of: name, entry.value)
            return ParameterRule(name: name, isRequired: isAlwaysRequired)
        }
        guard let fields = document.fields(of: entry.value, owner: entry.mark, known: Self.ruleKeys) else { return nil }
        if let node = document.required("type", in: fields, { $1 }) { checkType(of: name, node) }
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
            "'\(name.rawValue)' is of the type '\(name.type.rawValue)', not '\(type.rawValue)'")
    }

    private mutating func minimum(of name: ParameterName, in fields: Fields, coin: CoinDescriptor?) -> Amount? {
        guard let node = fields["min"] else { return nil }
        guard name.type == .decimalAmount else {
            document.note(.conflict, at: node.mark, in: node, "'min' is for amounts only")
            return nil
        }
        // Without a coin there is no telling how many digits an amount has; that it is missing is noted elsewhere, or
        // the scheme is reserved and its rules are not used.
        return coin.flatMap { document.coins(node, decimals: $0.decimals, max: $0.maxMoney) }
    }

    private mutating func maximum(of name: ParameterName, in fields: Fields) -> Int? {
        guard let node = fields["max"] else { return nil }
        switch name.type {
        case .accountIndex: return document.integer(node, in: 0...0x7FFF_FFFF).map { Int($0) }
        case .text: return document.integer(node, in: 0...500).map { Int($0) }
        default:
            document.note(.conflict, at: node.mark, in: node, "'max' is for account numbers and texts only")
            return nil
        }
    }
}

extension SchemeDescriptor.Grammar {
    /// Whether links of this grammar can ask for an action.
    fileprivate func offers(_ action: Action) -> Bool {
        switch self {
        case .authorityParameters: true
        case .bip21: action == .payment
        case .jsonParameter: false
        }
    }

    /// Whether links of this grammar cannot do without a parameter, whatever a descriptor says.
    fileprivate func alwaysRequires(_ name: ParameterName) -> Bool {
        switch self {
        case .authorityParameters: name == .pay || name == .request || name == .sender
        case .bip21, .jsonParameter: false
        }
    }
}

extension ParameterName {
    /// Whether a link that asks for `action` can have this parameter.
    fileprivate func belongs(to action: Action) -> Bool {
        switch (action, self) {
        case (.scanQR, _): false
        case (.payment, .request): false
        case (.payment, _): true
        case (_, .pay), (_, .amount), (_, .instantSend), (_, .paymentRequest), (_, .proofOfPayment): false
        default: true
        }
    }
}

extension Action {
    /// The action of this name in `schemes.yaml`; nil where there is none.
    init?(descriptorKey: String) {
        switch descriptorKey {
        case Action.payment.descriptorKey: self = .payment
        case Action.address.descriptorKey: self = .address
        case Action.masterPublicKey.descriptorKey: self = .masterPublicKey
        case Action.scanQR.descriptorKey: self = .scanQR
        default: return nil
        }
    }
}
