/// Links that this wallet answers itself, as `links` of a scheme without `grammar` describes them.
extension DescriptorReader {
    /// How the links of a scheme are written: as `grammar` says, or as `links` describes them without it.
    mutating func grammar(in scheme: Fields) -> SchemeDescriptor.Grammar? {
        guard scheme["grammar"] == nil, let links = scheme["links"] else {
            return text("grammar", in: scheme).flatMap { SchemeDescriptor.Grammar(rawValue: $0) }
        }
        return links.entry("begins")?.value.isText("parameters") == true ? .authorityParameters : .bip21
    }

    /// Reads `links` of a scheme without `grammar`; nil if they have a mistake, which is noted.
    mutating func walletLinks(in fields: Fields) -> LinkRules? {
        let mistakes = document.mistakes
        for key in ["slashes", "keys", "amounts", "chains", "texts", "pages"] {
            guard let entry = fields.entry(key) else { continue }
            document.note(
                .conflict, at: entry.mark, in: fields.node, "“\(key)” is for links that are handed over",
                hint: "leave it out, or write “grammar: uri”")
        }
        let instructions = fields["instructions"].map { self.instructions($0) ?? [] } ?? []
        guard let begins = text("begins", in: fields), let forms = forms(in: fields) else { return nil }
        let nodes = fields["forms"].map { Array($0.items) } ?? [fields.node]
        for (form, node) in zip(forms, nodes) {
            check(form, beginsWithParameters: begins == "parameters", isOnly: forms.count == 1, in: node)
            for rule in form.parameters { check(rule, in: node.entry("parameters")?.value, or: fields["parameters"]) }
        }
        guard let choices = conditions(of: forms, in: nodes), document.mistakes == mistakes else { return nil }
        return LinkRules(
            forms: forms, instructions: instructions,
            wallet: WalletRules(
                beginsWithParameters: begins == "parameters", names: Self.names(in: forms, request: choices.name),
                requests: choices.requests, scanWord: choices.word,
                paysWithoutRequest: forms.contains { $0.condition == nil },
                unused: forms.contains { $0.parameters.contains { $0.meaning == .unused } } ? .init(.label) : []))
    }

    private static func names(in forms: [DescribedForm], request: String?) -> [LinkNames.Name] {
        var names: [LinkNames.Name] = []
        for rule in forms.flatMap(\.parameters) {
            guard let meaning = rule.meaning.inWallets else { continue }
            for text in [rule.name] + rule.aliases where !names.contains(where: { $0.text == text }) {
                names.append(.init(text, meaning))
            }
        }
        return names + (request.map { [.init($0, .request)] } ?? [])
    }

    // MARK: Mistakes

    private mutating func check(
        _ form: DescribedForm, beginsWithParameters: Bool, isOnly: Bool, in node: YAMLNode
    ) {
        let place = node.entry("path")?.value ?? node
        if !beginsWithParameters, !["{address}", "[{address}]"].contains(form.path.text) {
            document.note(
                .conflict, in: place, "links that this wallet answers begin with an address only",
                hint: "write “[{address}]”, or “grammar: uri” for links that are handed over")
        }
        if let entry = node.entry("path"), beginsWithParameters {
            document.note(
                .conflict, at: entry.mark, in: node, "nothing comes before the parameters", hint: "leave “path” out")
        }
        for key in ["addresses", "payload", "query", "permission-of", "warns", "kind", "says"] {
            guard let entry = node.entry(key) else { continue }
            document.note(
                .conflict, at: entry.mark, in: node, "“\(key)” is for links that are handed over",
                hint: "leave it out, or write “grammar: uri”")
        }
        if !beginsWithParameters, !isOnly || form.action != .payment || form.condition != nil {
            document.note(
                .conflict, in: node, "links that begin with an address ask for a payment only",
                hint: "write “begins: parameters” where they ask for other things")
        }
        let addresses = form.parameters.count { $0.meaning == .address }
        if addresses != (beginsWithParameters && form.action == .payment ? 1 : 0) {
            document.note(
                .conflict, in: node.entry("parameters")?.value ?? node,
                addresses == 0 ? "no parameter has the address" : "only a payment whose link has no path has it here",
                hint: "“is: address” says who is paid")
        }
        if form.parameters.count(where: { $0.meaning == .label || $0.meaning == .unused }) > 1 {
            document.note(
                .conflict, in: node, "a form has either a label or an unused parameter",
                hint: "“also” gives the unused one other names")
        }
    }

    /// Notes what has no meaning in links that this wallet answers.
    private mutating func check(_ rule: ParameterReading, in own: YAMLNode?, or common: YAMLNode?) {
        guard let node = own?.entry(rule.name)?.value ?? common?.entry(rule.name)?.value else { return }
        if rule.meaning.inWallets == nil, let node = node.entry("is")?.value {
            document.note(
                .conflict, in: node, "“\(rule.meaning.rawValue)” is for links that are handed over",
                hint: "write “grammar: uri” where another wallet answers them")
        }
        for entry in node.entries where !["is", "also", "required", "max"].contains(entry.key) {
            document.note(
                .conflict, at: entry.mark, in: node, "“\(entry.key)” is for links that are handed over",
                hint: "leave it out")
        }
        if let node = node.entry("max")?.value, ![.label, .message, .account, .data].contains(rule.meaning) {
            document.note(
                .conflict, in: node, "“\(rule.meaning.rawValue)” has its own limits",
                hint: "“max” is for texts, in characters, for data, in bytes, and for accounts")
        }
    }

    private typealias Choices = (name: String?, requests: [WalletRules.Request], word: String?)

    /// What chooses the forms: a parameter with one value for each, and a word.
    private mutating func conditions(of forms: [DescribedForm], in nodes: [YAMLNode]) -> Choices? {
        var choices: Choices = (nil, [], nil)
        var hasOther = false
        for (form, formNode) in zip(forms, nodes) {
            guard let condition = form.condition, let node = formNode.entry("when")?.value else {
                if hasOther || form.action != .payment {
                    document.note(
                        .conflict, in: formNode, "nothing tells links of this form from others",
                        hint: "add “when: request=…”; only one form, a payment, needs none")
                    return nil
                }
                hasOther = true
                continue
            }
            let parts = condition.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            guard parts.allSatisfy(Self.isLinkName), (parts.count == 1) == (form.action == .scanQR) else {
                document.note(
                    .invalidValue, in: node, "\(quoted(condition)) chooses no form of links",
                    hint: "a parameter and its value, such as “request=address”, or one word for “scan-qr”")
                return nil
            }
            guard parts.count == 2 else {
                choices.word = parts[0]
                continue
            }
            if let name = choices.name, name != parts[0] {
                document.note(
                    .conflict, in: node, "\(quoted(name)) already chooses the form",
                    hint: "one parameter chooses all forms")
            }
            choices.name = parts[0]
            choices.requests.append(.init(value: parts[1], action: form.action))
        }
        return choices
    }
}

extension ParameterReading.Meaning {
    /// Its parameter of links that this wallet answers; nil if only other wallets read such a parameter.
    var inWallets: ParameterName? {
        switch self {
        case .address: .pay
        case .amount: .amount
        case .label, .unused: .label
        case .message: .message
        case .paymentRequest: .paymentRequest
        case .sender: .sender
        case .lock: .lock
        case .account: .account
        case .proof: .proofOfPayment
        case .data: .data
        default: nil
        }
    }
}

extension LinkRules {
    /// The actions of links that this wallet answers, with their parameters: a lock only if a coin has one, and a sender of a
    /// link that begins with an address only if it receives a reply.
    func ownActions(of coins: [CoinDescriptor], replies: Bool) -> ActionRules {
        let hasLock = coins.contains(where: \.hasLock)
        let readsSender = replies || wallet?.beginsWithParameters == true
        var actions = ActionRules()
        for form in forms {
            var rules: [ParameterRule] = []
            if form.condition != nil { rules.append(ParameterRule(name: .request, isRequired: true)) }
            for parameter in form.parameters {
                guard let name = parameter.meaning.inWallets, name != .lock || hasLock,
                    name != .sender || readsSender
                else { continue }
                rules.append(
                    ParameterRule(
                        name: name, isRequired: parameter.isRequired || name == .pay, maximum: parameter.most))
            }
            // In one order, however the descriptor is written.
            rules.sort { $0.name.position < $1.name.position }
            actions[form.action] = form.action == .scanQR ? [] : rules
        }
        return actions
    }
}
