extension DescriptorReader {
    /// Reads what a later file tightens of a scheme: it is switched off, or its links may ask for less.
    mutating func amendScheme(_ entry: YAMLNode.Entry, catalogue: inout Catalogue) {
        guard let fields = document.fields(of: entry.value, owner: entry.mark, known: DescriptorKeys.schemeAmendment),
            let scheme = catalogue.scheme(entry.key)
        else { return }
        var changes: [String] = []
        var isEnabled = scheme.isEnabled
        if let node = fields["enabled"], let given = document.boolean(node) {
            if given, !scheme.isEnabled {
                let place = catalogue.place(of: ["enabled"], in: scheme.name, as: .scheme) ?? scheme.origin
                noteLoosening("enabled", from: "false", to: "true", at: node, place)
            } else if !given, scheme.isEnabled {
                isEnabled = false
                changes.append("enabled: false")
            }
        }
        let actions = tightened(scheme, in: fields, changes: &changes, catalogue: catalogue)
        let examples = examples(in: fields, schemes: [scheme.name] + scheme.aliases)
        guard !changes.isEmpty || !examples.isEmpty else { return }
        // The examples of the earlier file were about what that file said.
        catalogue.set(
            SchemeDescriptor(
                name: scheme.name, title: scheme.title, coins: scheme.coins, grammar: scheme.grammar,
                callbacks: scheme.callbacks, isEnabled: isEnabled, actions: actions, examples: examples,
                aliases: scheme.aliases, origin: scheme.origin,
                lineage: scheme.lineage.amended(at: document.location(entry.mark), changes: changes)))
        catalogue.noteAmendment(of: entry, as: .scheme, by: newClaim(entry))
    }

    private mutating func tightened(
        _ scheme: SchemeDescriptor, in fields: Fields, changes: inout [String], catalogue: Catalogue
    ) -> ActionRules {
        guard let node = fields["actions"], document.isMapping(node) else { return scheme.actions }
        var actions = scheme.actions
        for entry in node.entries {
            guard let action = action(entry, in: node, grammar: scheme.grammar) else { continue }
            guard let rules = actions[action] else {
                noteLoosening(
                    "actions.\(entry.key)", from: "none", to: "an action", at: entry.mark, in: node,
                    catalogue.place(of: ["actions"], in: scheme.name, as: .scheme) ?? scheme.origin)
                continue
            }
            if entry.value.isNone {
                actions[action] = nil
                changes.append("actions.\(entry.key): none")
            } else if entry.value.kind.isScalar {
                document.noteType("a mapping (key: value)", of: entry.value, hint: "write none to take the action away")
            } else {
                actions[action] = tightened(
                    rules, of: action, by: entry, in: scheme, changes: &changes, catalogue: catalogue)
            }
        }
        if actions.keys.isEmpty, !scheme.actions.keys.isEmpty {
            document.note(
                .conflict, at: node.mark, in: node, "no action is left", hint: "write 'enabled: false' instead")
        }
        return actions
    }

    private mutating func tightened(
        _ rules: [ParameterRule], of action: Action, by entry: YAMLNode.Entry, in scheme: SchemeDescriptor,
        changes: inout [String], catalogue: Catalogue
    ) -> [ParameterRule] {
        guard let fields = document.fields(of: entry.value, owner: entry.mark, known: DescriptorKeys.action),
            let params = fields["params"], document.isMapping(params)
        else { return rules }
        var rules = rules
        for entry in params.entries {
            guard let name = parameter(entry, of: action, in: params) else { continue }
            let path = ["actions", action.descriptorKey, "params", entry.key]
            guard let position = rules.firstIndex(where: { $0.name == name }) else {
                noteLoosening(
                    "actions.\(action.descriptorKey).\(entry.key)", from: "not read", to: "read", at: entry.mark,
                    in: params,
                    catalogue.place(of: Array(path.dropLast()), in: scheme.name, as: .scheme) ?? scheme.origin)
                continue
            }
            let coin = scheme.coins.first.flatMap(catalogue.coin)
            guard
                let given = rule(
                    for: name, entry: entry, isAlwaysRequired: scheme.grammar.alwaysRequires(name), coin: coin,
                    needsType: false)
            else { continue }
            rules[position] = tightened(
                rules[position], to: given, entry, path: path, coin: coin, changes: &changes
            ) { catalogue.place(of: $0, in: scheme.name, as: .scheme) ?? scheme.origin }
        }
        return rules
    }

    private mutating func tightened(
        _ old: ParameterRule, to given: ParameterRule, _ entry: YAMLNode.Entry, path: [String], coin: CoinDescriptor?,
        changes: inout [String], place: ([String]) -> SourceLocation
    ) -> ParameterRule {
        let key = "\(path[0]).\(path[1]).\(path[3])"
        var (isRequired, minimum, maximum) = (old.isRequired, old.minimum, old.maximum)
        if let node = entry.value.entry("required")?.value, given.isRequired != old.isRequired {
            if given.isRequired {
                isRequired = true
                changes.append("\(key).required: true")
            } else {
                noteLoosening("\(key).required", from: "true", to: "false", at: node, place(path + ["required"]))
            }
        }
        if let node = entry.value.entry("min")?.value, let value = given.minimum, value != minimum {
            let decimals = coin?.decimals ?? 0
            if let limit = minimum, value < limit {
                let (from, to) = (limit.text(decimals: decimals), value.text(decimals: decimals))
                noteLoosening("\(key).min", from: from, to: to, at: node, place(path + ["min"]))
            } else {
                minimum = value
                changes.append("\(key).min: \(value.text(decimals: decimals))")
            }
        }
        if let node = entry.value.entry("max")?.value, let value = given.maximum, value != maximum {
            if let limit = maximum, value > limit {
                noteLoosening("\(key).max", from: "\(limit)", to: "\(value)", at: node, place(path + ["max"]))
            } else {
                maximum = value
                changes.append("\(key).max: \(value)")
            }
        }
        return ParameterRule(name: old.name, isRequired: isRequired, minimum: minimum, maximum: maximum)
    }

    /// Says what an earlier file says, and where.
    mutating func noteLoosening(
        _ key: String, from old: String, to new: String, at node: YAMLNode, _ place: SourceLocation?
    ) {
        noteLoosening(key, from: old, to: new, at: node.mark, in: node, place)
    }

    private mutating func noteLoosening(
        _ key: String, from old: String, to new: String, at mark: YAMLMark, in node: YAMLNode, _ place: SourceLocation?
    ) {
        let origin = place.map { ", at \($0)" } ?? ""
        document.note(
            .loosening, at: mark, in: node, "'\(key)' is \(old) already\(origin), and cannot become \(new)",
            hint: "a later file can only make it stricter")
    }
}
