/// The parameters of a scheme's links.
extension DescriptorReader {
    /// More than any protocol needs.
    private static let mostParameters = 256

    mutating func parameters(in form: Fields) -> [ParameterReading]? {
        guard let node = form["parameters"] else { return [] }
        guard document.isMapping(node) else { return nil }
        var rules: [ParameterReading] = []
        var known: Set<String> = []
        var isComplete = true
        for entry in node.entries {
            guard rules.count < Self.mostParameters else {
                document.note(
                    .outOfRange, at: entry.mark, in: node, "more than \(Self.mostParameters) parameters",
                    hint: "use “*” for all parameters not listed")
                return nil
            }
            guard entry.key == "*" || linkName(entry, in: node), let rule = parameter(entry) else {
                isComplete = false
                continue
            }
            let names = [rule.name] + rule.aliases
            // Ignoring case, because a scheme may ignore it, and people do.
            if let twice = names.first(where: { known.contains($0.lowercased()) }) {
                document.note(
                    .duplicateName, at: entry.mark, in: node, "two parameters are named \(quoted(twice))",
                    hint: "a name can have only one meaning in a form of links")
                isComplete = false
            }
            known.formUnion(names.map { $0.lowercased() })
            rules.append(rule)
        }
        for rule in rules {
            for (key, name) in [("with", rule.companion), ("instead-of", rule.alternative)] {
                guard let name, !rules.contains(where: { $0.name == name }),
                    let place = node.entry(rule.name)?.value.entry(key)?.value
                else { continue }
                document.note(
                    .unknownName, in: place, "there is no parameter \(quoted(name))", name: name,
                    candidates: rules.map(\.name))
                isComplete = false
            }
            guard let name = rule.alternative, let other = rules.first(where: { $0.name == name }),
                other.meaning != rule.meaning || name == rule.name,
                let place = node.entry(rule.name)?.value.entry("instead-of")?.value
            else { continue }
            document.note(
                .conflict, in: place, "\(quoted(name)) does not mean the same",
                hint: "“instead-of” names another parameter with “is: \(rule.meaning.rawValue)”")
            isComplete = false
        }
        return isComplete ? rules : nil
    }

    private mutating func parameter(_ entry: YAMLNode.Entry) -> ParameterReading? {
        guard let fields = document.fields(of: entry.value, owner: entry.mark, in: .linkParameter) else { return nil }
        guard let meaning = text("is", in: fields).flatMap(ParameterReading.Meaning.init) else { return nil }
        var rule = ParameterReading(name: entry.key, meaning: meaning)
        rule.aliases = fields["also"].flatMap { names($0, of: "a parameter") } ?? []
        rule.isRequired = document.optional("required", in: fields) { $0.boolean($1) } ?? false
        rule.isRepeated = document.optional("many", in: fields) { $0.boolean($1) } ?? false
        rule.separator = fields["list"] == nil ? nil : text("list", in: fields)?.utf8.first
        let shape = fields["shape"] == nil ? nil : text("shape", in: fields).flatMap(ValueShape.init)
        rule.shape = shape ?? meaning.usualShape
        rule.most = fields["max"] == nil ? nil : integer("max", in: fields).map { Int($0) }
        rule.size = fields["size"] == nil ? nil : integer("size", in: fields).map { Int($0) }
        rule.prefix = fields["prefix"] == nil ? nil : text("prefix", in: fields)
        rule.companion = fields["with"] == nil ? nil : text("with", in: fields)
        rule.alternative = fields["instead-of"] == nil ? nil : text("instead-of", in: fields)
        rule.own = fields["own"].flatMap { strings($0) } ?? []
        rule.field = fields["as"] == nil ? nil : text("as", in: fields)
        rule.warns = document.optional("warns", in: fields) { $0.boolean($1) } ?? false
        rule.isSecret = document.optional("secret", in: fields) { $0.boolean($1) } ?? false
        rule.values = fields["values"].flatMap { values($0) } ?? []
        checkFit(of: rule, in: fields)
        return rule
    }

    /// Notes keys that are invalid for a parameter because they would have no effect.
    private mutating func checkFit(of rule: ParameterReading, in fields: Fields) {
        if let node = fields["prefix"], rule.meaning != .answer {
            document.note(
                .conflict, in: node, "only “answer” can have a prefix, because a prefix is not shown",
                hint: "leave “prefix” out"
            )
        } else if let prefix = rule.prefix, let node = fields["prefix"], !Self.isWordWithColon(prefix) {
            document.note(
                .invalidValue, in: node, "\(quoted(prefix)) is not a word followed by a colon",
                hint: "it says what follows, such as “url:”")
        }
        if let node = fields["as"], rule.meaning != .note || rule.name == "*" || rule.isRepeated {
            document.note(
                .conflict, in: node, "only a “note” that a link has once can have a name of its own",
                hint: "leave “as” out")
        }
        if let node = fields["as"], let field = rule.field, ParameterReading.reservedFields.contains(field) {
            document.note(
                .conflict, in: node, "\(quoted(field)) already has a meaning in the answer", hint: "use another word")
        }
        if let node = fields["own"], rule.meaning != .token {
            document.note(
                .conflict, in: node, "“own” is for “token”", hint: "leave it out, or write “is: token”")
        }
        if let node = fields["size"], ![.hex, .base64, .base64URL, .base58, .base58Check].contains(rule.shape) {
            document.note(
                .conflict, in: node, "“size” is for values that encode bytes", hint: "use “max” for texts")
        }
        if let node = fields["shape"], [.amount, .surplus, .feeUnits, .feeRate, .address, .tag].contains(rule.meaning) {
            document.note(
                .conflict, in: node, "“\(rule.meaning.rawValue)” has its own shape", hint: "leave “shape” out")
        }
        if let node = fields["list"], ![.address, .amount, .label].contains(rule.meaning) {
            document.note(
                .conflict, in: node, "“\(rule.meaning.rawValue)” has only one value",
                hint: "only “address”, “amount” and “label” can be lists")
        }
        let isOnce = rule.meaning.isSingle && rule.meaning != .address && rule.meaning != .server
        if let node = fields["many"], rule.isRepeated, isOnce {
            document.note(.conflict, in: node, "“\(rule.meaning.rawValue)” appears only once", hint: "leave “many” out")
        }
        if let node = fields["is"], rule.name == "*", ![.note, .argument, .pool, .unsupported].contains(rule.meaning) {
            document.note(
                .conflict, in: node, "“*” covers many parameters, but “\(rule.meaning.rawValue)” appears only once",
                hint: "“*” is for “note”, “argument”, “pool” and “unsupported”")
        }
        if let node = fields["secret"], rule.isSecret, rule.meaning != .note {
            document.note(
                .conflict, in: node, "“\(rule.meaning.rawValue)” must be shown", hint: "only “note” can be secret")
        }
        if rule.meaning == .action, rule.values.isEmpty, let node = fields["is"] {
            document.note(
                .conflict, in: node,
                "no rule limits \(quoted(rule.name)), so it would be handed over without being shown",
                hint: "add “values: […]”")
        }
        if let node = fields["required"], rule.name == "*" {
            document.note(.conflict, in: node, "“*” covers parameters without a rule, which cannot be required")
        }
    }

    private mutating func values(_ node: YAMLNode) -> [ParameterValue]? {
        if node.kind == .sequence {
            return node.items.compactMap { document.text($0) }.map { ParameterValue(text: $0) }
        }
        guard document.isMapping(node) else { return nil }
        return node.entries.compactMap { entry in
            guard let fields = document.fields(of: entry.value, owner: entry.mark, in: .linkValue) else { return nil }
            var value = ParameterValue(text: entry.key)
            if fields["network"] != nil { value.network = text("network", in: fields).flatMap(NetworkKind.init) }
            if fields["shape"] != nil { value.shape = text("shape", in: fields).flatMap(ValueShape.init) }
            if fields["max"] != nil { value.most = integer("max", in: fields).map { Int($0) } }
            if fields["size"] != nil { value.size = integer("size", in: fields).map { Int($0) } }
            return value
        }
    }

    /// One value or several, none empty.
    private mutating func strings(_ node: YAMLNode) -> [String]? {
        let items = node.kind == .sequence ? Array(node.items) : [node]
        guard (1...8).contains(items.count) else {
            document.note(.outOfRange, in: node, "expected 1 to 8 values")
            return nil
        }
        return items.compactMap { document.text($0) }
    }

    /// A list of names. Notes names that no link can have, because they would silently do nothing.
    mutating func names(_ node: YAMLNode, of what: String) -> [String]? {
        guard document.isList(node) else { return nil }
        return node.items.compactMap { item in
            guard let name = document.text(item) else { return nil }
            if Self.isLinkName(name) { return name }
            document.note(
                .invalidValue, in: item, "\(quoted(name)) cannot be the name of \(what)", hint: Self.nameHint)
            return nil
        }
    }

    /// Whether the key is a valid name for a link parameter; if not, that is noted.
    mutating func linkName(_ entry: YAMLNode.Entry, in node: YAMLNode) -> Bool {
        if Self.isLinkName(entry.key) { return true }
        document.note(
            .invalidValue, at: entry.mark, in: node, "\(quoted(entry.key)) cannot be the name of a parameter",
            hint: Self.nameHint)
        return false
    }

    private static func isWordWithColon(_ prefix: String) -> Bool {
        prefix.utf8.count > 1 && prefix.utf8.last == UInt8(ascii: ":")
            && prefix.utf8.dropLast().allSatisfy(\.isASCIILetter)
    }

    private static let nameHint =
        "names are at most 40 letters, digits, “_”, “-” and “.”, as links have them after decoding"

    static func isLinkName(_ name: String) -> Bool {
        (1...40).contains(name.utf8.count)
            && name.utf8.allSatisfy { $0.isASCIILetter || $0.isASCIIDigit || "_-.".utf8.contains($0) }
    }
}

extension ParameterReading.Meaning {
    /// Whether only one value counts, so that a second one would not be shown.
    var isSingle: Bool {
        switch self {
        case .note, .argument, .reference, .pool, .unsupported: false
        default: true
        }
    }

    /// The default syntax of a value.
    fileprivate var usualShape: ValueShape {
        switch self {
        case .address, .token, .reference, .issuer, .signer: .address
        case .server: .url
        case .origin: .host
        case .payload, .signature: .base64
        case .starts, .expires: .number
        case .amount, .surplus, .feeUnits, .feeRate, .label, .message, .memo, .memoType, .paymentID, .tag, .action,
            .asset,
            .note, .argument,
            .pool, .answer,
            .network, .paymentRequest, .unsupported, .sender, .lock, .account, .proof, .data, .unused:
            .text
        }
    }
}

extension ParameterReading {
    /// The fields of answers that every link has, or that the engine fills itself.
    static let reservedFields: Set<String> = [
        "outcome", "scheme", "coin", "form", "network", "sender", "callback", "ignored", "warnings", "payments",
        "total",
        "address", "amount", "label", "message", "memo", "kind", "error", "handOver", "server", "request", "notes",
    ]
}
