extension DescriptorReader {
    /// Reads `links:` of a scheme; nil if it has none, or has a mistake, which is noted.
    mutating func links(in scheme: Fields, grammar: SchemeDescriptor.Grammar?, isExact: Bool) -> LinkRules? {
        guard let grammar else { return nil }
        guard let entry = scheme.entry("links") else {
            if grammar == .uri { document.noteMissing("links", in: scheme) }
            return nil
        }
        guard let fields = document.fields(of: entry.value, owner: entry.mark, in: .links) else { return nil }
        if grammar == .bip21 || grammar == .authorityParameters, Self.isDescription(scheme) {
            return walletLinks(in: fields)
        }
        guard grammar == .uri else { return instructions(in: fields, grammar: grammar) }
        return handedOver(in: fields, of: scheme, isExact: isExact, hasReplies: scheme["callbacks"] != nil)
    }

    /// Reads the requests that only other wallets carry out, in a scheme whose other links this wallet answers; nil if it has
    /// none, or has a mistake, which is noted.
    mutating func otherwise(in scheme: Fields) -> LinkRules? {
        guard let entry = scheme.own("otherwise"),
            let fields = document.fields(of: entry.value, owner: entry.mark, in: .links)
        else { return nil }
        let rules = handedOver(in: fields, of: scheme, isExact: true, hasReplies: false)
        guard let rules, rules.forms.allSatisfy({ $0.path.isLiteral && $0.action != .payment }) else {
            if rules != nil {
                document.note(
                    .conflict, in: entry.value, "a form here is a payment, or its path has pieces",
                    hint:
                        "“otherwise” is for other requests: links that begin with an address are payments"
                )
            }
            return nil
        }
        return rules
    }

    private mutating func handedOver(
        in fields: Fields, of scheme: Fields, isExact: Bool, hasReplies: Bool
    ) -> LinkRules? {
        if let node = fields["instructions"] {
            document.note(
                .conflict, in: node, "“instructions” is for links of the grammar “bip21”",
                hint: "use “payload” to name payloads")
        }
        if let entry = fields.entry("begins") {
            document.note(
                .conflict, at: entry.mark, in: fields.node, "“begins” is for links that this wallet answers",
                hint: "leave “grammar” out, or “begins”")
        }
        let slashes = text("slashes", in: fields).flatMap(LinkRules.Slashes.init)
        let network = text("address-network", in: scheme).flatMap(NetworkKind.init)
        let keys = keys(in: fields)
        let amounts = amounts(in: fields)
        let forms = forms(in: fields)
        let chains = fields["chains"].map { chainAliases($0) } ?? []
        let texts = fields["texts"].map { lineForms($0) } ?? []
        let pages = fields["pages"].map { self.pages($0) } ?? []
        guard let slashes, let network, let keys, let amounts, let forms, let chains, let texts, let pages else {
            return nil
        }
        let nodes = fields["forms"].map { Array($0.items) } ?? [fields.node]
        for (form, node) in zip(forms, nodes) {
            checkHandedOver(form, in: node, or: fields["parameters"], hasReplies: hasReplies)
        }
        if let entry = fields["amounts"]?.entry("currency"), let place = scheme["coin"] ?? scheme["coins"] {
            document.note(
                .conflict, in: entry.value, "these links are about a coin, whose amounts are in the coin",
                hint: "leave out “currency”, or \(quoted(place.text))")
        }
        if keys.othersAreServers, !forms.allSatisfy({ $0.path.requires(.server) }),
            let node = fields["keys"]?.entry("others")?.value
        {
            document.note(
                .conflict, in: node,
                "some path here has no {server}, so parameters would be handed over without being shown",
                hint: "leave “others” out, or add {server} to the path")
        }
        if keys.highestIndex != nil, let node = fields["keys"]?.entry("indexed")?.value,
            forms.contains(where: { $0.parameters.contains { $0.meaning == .address && $0.isRepeated } })
        {
            document.note(
                .conflict, in: node, "payments cannot have numbers if an address can appear many times",
                hint: "leave out “indexed”, or “many: true” of the address")
        }
        if !chains.isEmpty, let node = fields["chains"],
            !forms.contains(where: { $0.payloads.contains(.signingRequest) })
        {
            document.note(
                .conflict, in: node, "no payload of these links identifies a chain by number",
                hint: "“chains” is for “payload: \(InstructionFormat.signingRequest.rawValue)”")
        }
        return LinkRules(
            slashes: slashes, keys: keys, amounts: amounts, network: network, isExact: isExact, forms: forms,
            chains: chains, texts: texts, pages: pages)
    }

    /// Whether `links` of a scheme were written without `grammar`, so that they describe links that this wallet answers.
    private static func isDescription(_ scheme: Fields) -> Bool {
        guard scheme.node.entry("links") == nil, let below = scheme.below else { return scheme["grammar"] == nil }
        return isDescription(below)
    }

    /// Notes what only links have that this wallet answers.
    private mutating func checkHandedOver(
        _ form: DescribedForm, in node: YAMLNode, or common: YAMLNode?, hasReplies: Bool
    ) {
        let hint = "leave “grammar” out if this wallet answers such links"
        if let entry = node.entry("when") {
            document.note(
                .conflict, at: entry.mark, in: node, "the path tells forms of the grammar “uri” from one another",
                hint: hint)
        }
        if let node = node.entry("does")?.value, DescribedForm.ownActions.contains(form.action) {
            if form.action != .address || !hasReplies {
                document.note(
                    .conflict, in: node, "other wallets are not asked for “\(form.action.descriptorKey)”", hint: hint)
            } else if !form.asksOnlyForAddress {
                document.note(
                    .conflict, in: node,
                    "a request for an address has words as its path, a required sender, and no more",
                    hint: "nothing else of it would be shown")
            }
        }
        for rule in form.parameters where [.sender, .lock, .account, .proof, .data, .unused].contains(rule.meaning) {
            guard rule.meaning != .sender || !hasReplies else { continue }
            document.note(
                .conflict,
                in: node.entry("parameters")?.value.entry(rule.name)?.value ?? common?.entry(rule.name)?.value ?? node,
                "“\(rule.meaning.rawValue)” is not for links of the grammar “uri”"
                    + (rule.meaning == .sender ? " without “callbacks”" : ""), hint: hint)
        }
    }

    /// The link rules of another scheme, for one that extends it without link rules of its own.
    mutating func sharing(_ rules: LinkRules, in scheme: Fields, isExact: Bool) -> LinkRules? {
        guard let network = text("address-network", in: scheme).flatMap(NetworkKind.init) else { return nil }
        guard !rules.forms.isEmpty, network != rules.network || isExact != rules.isExact else { return rules }
        return LinkRules(
            slashes: rules.slashes, keys: rules.keys, amounts: rules.amounts, network: network, isExact: isExact,
            forms: rules.forms, instructions: rules.instructions, chains: rules.chains, texts: rules.texts,
            pages: rules.pages, wallet: rules.wallet)
    }

    /// The numbers that identify chains; every number and every chain must be unique.
    private mutating func chainAliases(_ node: YAMLNode) -> [ChainAlias]? {
        guard document.isMapping(node) else { return nil }
        var chains: [ChainAlias] = []
        var isComplete = true
        for entry in node.entries {
            guard let number = UInt8(entry.key), number > 0, String(number) == entry.key else {
                document.note(
                    .invalidValue, at: entry.mark, in: node, "\(quoted(entry.key)) is not a chain number",
                    hint: "numbers are 1 to 255; 0 means any chain")
                isComplete = false
                continue
            }
            guard let id = document.chainID(entry.value) else {
                isComplete = false
                continue
            }
            if let other = chains.first(where: { $0.chainID == id }) {
                document.note(
                    .duplicateName, in: entry.value, "\(other.number) and \(number) identify the same chain",
                    hint: "a chain has only one number")
            }
            chains.append(ChainAlias(number: number, chainID: id))
        }
        return isComplete ? chains : nil
    }

    /// Links of other grammars have a fixed form; a descriptor can only add BIP321's ways to pay.
    private mutating func instructions(in fields: Fields, grammar: SchemeDescriptor.Grammar) -> LinkRules? {
        for entry in fields.node.entries where entry.key != "instructions" || grammar != .bip21 {
            document.note(
                .conflict, at: entry.mark, in: fields.node,
                "“\(entry.key)” does not belong to links of the grammar “\(grammar.rawValue)”",
                hint: "it is for the grammar “\(entry.key == "instructions" ? "bip21" : "uri")”")
        }
        return fields["instructions"].flatMap { instructions($0) }.map { LinkRules(forms: [], instructions: $0) }
    }

    /// The parameters that offer ways to pay.
    mutating func instructions(_ node: YAMLNode) -> [InstructionRule]? {
        guard document.isMapping(node) else { return nil }
        var rules: [InstructionRule] = []
        for entry in node.entries {
            guard linkName(entry, in: node), let kinds = formats(entry.value) else { continue }
            rules.append(InstructionRule(name: entry.key.lowercased(), kinds: kinds))
        }
        return rules
    }

    private mutating func keys(in links: Fields) -> KeyRules? {
        var rules = KeyRules()
        guard let entry = links.entry("keys") else { return rules }
        guard let fields = document.fields(of: entry.value, owner: entry.mark, in: .linkKeys) else { return nil }
        rules.ignoresCase = text("case", in: fields) == "any"
        let plus = text("plus", in: fields)
        rules.plusIsSpace = plus == "space" || plus == "form"
        rules.plusIsSpaceEverywhere = plus == "form"
        if fields["indexed"] != nil { rules.highestIndex = integer("indexed", in: fields).map { Int($0) } }
        rules.required = text("required", in: fields).flatMap(KeyRules.RequiredPrefix.init) ?? .name
        rules.escapesOnlyTexts = text("escapes", in: fields) == "texts"
        rules.othersAreServers = text("others", in: fields) == "server"
        return rules
    }

    private mutating func amounts(in links: Fields) -> AmountRules? {
        var rules = AmountRules()
        guard let entry = links.entry("amounts") else { return rules }
        guard let fields = document.fields(of: entry.value, owner: entry.mark, in: .linkAmounts) else { return nil }
        rules.form = text("form", in: fields).flatMap(AmountRules.Form.init) ?? .decimal
        if fields["decimals"] != nil { rules.decimals = integer("decimals", in: fields).map { Int($0) } }
        rules.needsDigitsAroundPoint = text("point", in: fields) == "strict"
        rules.zero = text("zero", in: fields).flatMap(AmountRules.Zero.init) ?? .refused
        if fields["bits"] != nil { rules.bits = integer("bits", in: fields).map { Int($0) } }
        rules.isAsWritten = text("shown", in: fields) == "written"
        rules.hasUnknownUnit = text("unit", in: fields) == "unknown"
        rules.separator = fields["separator"] == nil ? nil : text("separator", in: fields)?.utf8.first
        if fields["own-chains"] != nil {
            rules.ownChains = numbers("own-chains", in: fields)?.compactMap { UInt64(exactly: $0) } ?? []
        }
        rules.currency = fields["currency"] == nil ? nil : text("currency", in: fields)
        if rules.currency != nil, let node = fields["currency"], rules.form != .decimal || rules.decimals == nil {
            document.note(
                .conflict, in: node,
                "amounts in one currency are decimal, and “decimals” says how many digits they have",
                hint: "add “decimals: 2”, and leave “form” out")
        }
        if rules.form == .integer || rules.form == .whole, let node = fields["decimals"] {
            document.note(
                .conflict, in: node, "amounts of the form “\(rules.form.rawValue)” have no decimals",
                hint: "they are in the smallest unit")
        }
        if rules.hasUnknownUnit, rules.form != .decimal, let node = fields["unit"] {
            document.note(
                .conflict, in: node, "amounts of the form “\(rules.form.rawValue)” have a unit",
                hint: "“unit: unknown” is for the form “decimal”")
        }
        return rules
    }

    // MARK: Forms

    /// More than any protocol needs. Each form contains all parameters.
    private static let mostForms = 32

    mutating func forms(in links: Fields) -> [DescribedForm]? {
        let hasPath = text("begins", in: links) != "parameters"
        guard let node = links["forms"] else { return form(links, isOnly: true, hasPath: hasPath).map { [$0] } }
        for key in DescriptorSection.linkForm.names {
            guard let entry = links.entry(key), key != "parameters" else { continue }
            document.note(
                .conflict, at: entry.mark, in: links.node, "“\(key)” cannot be used together with “forms”",
                hint: "write it in the forms that need it")
        }
        guard document.isList(node) else { return nil }
        var forms: [DescribedForm] = []
        var isComplete = true
        // Keys next to the forms apply to all of them.
        let common = parameters(in: links)
        for (position, item) in node.items.enumerated() {
            guard position < Self.mostForms else {
                document.note(
                    .outOfRange, in: item, "more than \(Self.mostForms) forms",
                    hint: "combine forms that differ only in their parameters")
                return nil
            }
            guard let fields = document.fields(of: item, owner: item.mark, in: .linkForm),
                let form = form(fields, common: common ?? [], hasPath: hasPath)
            else {
                isComplete = false
                continue
            }
            forms.append(form)
        }
        if forms.isEmpty, isComplete { document.note(.outOfRange, in: node, "expected at least one form") }
        return isComplete && common != nil && !forms.isEmpty ? forms : nil
    }

    private mutating func form(
        _ fields: Fields, common: [ParameterReading] = [], isOnly: Bool = false, hasPath: Bool
    ) -> DescribedForm? {
        let condition = fields["when"].flatMap { document.text($0) }
        let path = hasPath ? path(in: fields, isOnly: isOnly) : try? PathTemplate("")
        let does = text("does", in: fields)
        let why = fields["why"] == nil ? nil : text("why", in: fields)
        let isRefused = does == DescribedForm.refusing
        if isRefused, fields["why"] == nil { document.noteMissing("why", in: fields) }
        if !isRefused, let node = fields["why"] {
            document.note(
                .conflict, in: node, "“why” is for links that are refused",
                hint: "write “does: refuse”, or leave it out")
        }
        let action = isRefused ? .payment : does.flatMap { Action(descriptorKey: $0) }
        let addresses = fields["addresses"].map { addressForms($0, network: .main) }
        let payloads = fields["payload"].map { formats($0) }
        let parameters = parameters(in: fields)
        let query = text("query", in: fields)
        let warning = fields["warns"] == nil ? nil : text("warns", in: fields)
        guard let path, let action, let parameters, addresses != .some(.none), payloads != .some(.none) else {
            return nil
        }
        if path.has(.payload) != (payloads != nil) {
            document.note(
                .conflict, in: fields["payload"] ?? fields["path"] ?? fields.node,
                payloads == nil ? "“payload” is missing for {payload}" : "the path has no {payload}",
                hint: payloads == nil ? "add “payload: …”" : "add {payload} to the path, or leave “payload” out")
            return nil
        }
        let permissions = fields["permission-of"].flatMap { names($0, of: "a function") } ?? []
        let own = parameters.filter { $0.name != "*" }
        let inherited = common.filter { rule in rule.name != "*" && !own.contains { $0.name == rule.name } }
        let all = own + inherited
        guard checkMeanings(of: all, path, action, in: fields) else { return nil }
        return DescribedForm(
            path: path, condition: condition, action: action, addresses: (addresses ?? nil) ?? [],
            payloads: (payloads ?? nil) ?? [],
            parameters: all, others: (parameters + common).first { $0.name == "*" },
            refusesParameters: query == "refused", givesPermission: warning == "permission",
            permissions: permissions.map { $0.lowercased() }, isUnknown: warning == "unknown",
            refusal: isRefused ? why : nil,
            kind: fields["kind"] == nil ? nil : text("kind", in: fields),
            note: fields["says"] == nil ? nil : text("says", in: fields))
    }

    /// Notes rules by which something would be handed over without being shown: two parameters with the same meaning,
    /// and a payment disguised as something else.
    private mutating func checkMeanings(
        of rules: [ParameterReading], _ path: PathTemplate, _ action: Action, in fields: Fields
    ) -> Bool {
        let node = fields["parameters"] ?? fields.node
        for (index, rule) in rules.enumerated() where rule.meaning.isSingle {
            let other = rules[..<index].first { other in
                other.meaning == rule.meaning && other.alternative != rule.name && rule.alternative != other.name
            }
            guard let other else { continue }
            document.note(
                .conflict, in: node.entry(rule.name)?.value ?? node,
                "\(quoted(rule.name)) and \(quoted(other.name)) mean the same, and only one would be shown",
                hint: "make them one parameter, with “also”, or add “instead-of: \(other.name)”")
            return false
        }
        let isPaid = rules.contains { $0.meaning == .address || $0.meaning == .amount }
        if path.has(.address) || path.has(.token) || isPaid, path.has(.secret) || rules.contains(where: \.isSecret) {
            document.note(
                .conflict, in: fields["path"] ?? node, "a link that says who is paid must be shown as a whole",
                hint: "leave out “secret”, or {secret}")
            return false
        }
        let pays = path.has(.address) || rules.contains { $0.meaning == .address || $0.meaning == .amount }
        guard pays, action != .payment, action != .transaction else { return true }
        document.note(
            .conflict, in: fields["does"] ?? node,
            "“\(action.descriptorKey)” pays nobody, but this form has an address or an amount",
            hint: "write “does: payment”")
        return false
    }

    private mutating func path(in fields: Fields, isOnly: Bool) -> PathTemplate? {
        guard let node = fields["path"] else {
            guard isOnly else {
                document.noteMissing("path", in: fields)
                return nil
            }
            return try? PathTemplate("{address}")
        }
        guard let text = document.text(node) else { return nil }
        do throws(PathTemplate.Mistake) {
            return try PathTemplate(text)
        } catch {
            document.note(.invalidValue, in: node, error.message, hint: error.hint)
            return nil
        }
    }

    /// The name of a format, or a list of them.
    private mutating func formats(_ node: YAMLNode) -> [InstructionFormat]? {
        let items = node.kind == .sequence ? Array(node.items) : [node]
        let formats = items.compactMap {
            document.choice($0, of: "format", among: InstructionFormat.allCases, name: \.rawValue)
        }
        if items.isEmpty { document.note(.outOfRange, in: node, "expected at least one format") }
        return formats.count == items.count && !formats.isEmpty ? formats : nil
    }
}

extension DescribedForm {
    /// Whether links of this form say who is asking, and nothing else.
    fileprivate var asksOnlyForAddress: Bool {
        path.isLiteral && others == nil && parameters.map(\.meaning) == [.sender] && parameters[0].isRequired
    }
}
