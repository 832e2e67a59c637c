extension DescriptorReader {
    // MARK: Values by their type in the table of keys

    /// The effective text of a key, otherwise `value`, otherwise the default. Notes if there is none.
    mutating func text(
        _ key: String, in fields: Fields, or value: String? = nil, hasStandard: Bool = true
    ) -> String? {
        guard let node = fields[key] else {
            if let value = value ?? (hasStandard ? fields.table[key].standard : nil) { return value }
            document.noteMissing(key, in: fields)
            return nil
        }
        switch fields.table[key].kind {
        case .label(let limit): return document.label(node, limit: limit)
        case .title(let limit): return document.title(node, limit: limit)
        case .identifier: return document.identifier(node)
        case .humanReadablePart: return document.humanReadablePart(node)
        case .choice(let what, let names): return document.choice(node, of: what, among: names()) { $0 }
        case .plugin:
            guard let name = document.identifier(node) else { return nil }
            guard let plugins else { return name }
            return document.choice(
                node, of: "plugin", among: plugins.map(\.plugin),
                hint: "an external plugin is a program that config.yaml names: "
                    + "plugins: { \(KeyMaterial.hidden(inSetting: name)): /path }"
            ) { $0 }
        case .replyForm:
            // If a plugin names its forms later, the name cannot be checked here.
            guard let plugins, !plugins.contains(where: { $0.forms == nil }) else { return document.identifier(node) }
            return document.choice(node, of: "reply form", among: plugins.names) { $0 }
        default: return document.text(node)
        }
    }

    /// The effective number of a key, otherwise `value`, otherwise the default. Notes if there is none.
    mutating func integer(_ key: String, in fields: Fields, or value: Int64? = nil) -> Int64? {
        guard let node = fields[key] else {
            if let value = value ?? fields.table[key].standard.flatMap({ Int64($0) }) { return value }
            document.noteMissing(key, in: fields)
            return nil
        }
        guard case .integer(let range) = fields.table[key].kind else { return nil }
        return document.integer(node, in: range)
    }

    /// The effective amount of a key in the smallest unit, otherwise `value`, otherwise the default.
    mutating func units(_ key: String, in fields: Fields, or value: Amount? = nil) -> Amount? {
        if let node = fields[key] { return document.units(node) }
        return integer(key, in: fields, or: value?.units).flatMap { Amount(units: $0) }
    }

    /// The 32 bytes of a required key.
    mutating func hash(_ key: String, in fields: Fields) -> [UInt8]? {
        guard case .hash(let hint) = fields.table[key].kind else { return nil }
        return document.required(key, in: fields) { $0.chainID($1, hint) }
    }

    /// The fields of a mapping set by the description itself, on top of those that it builds on. Notes if it is
    /// missing.
    mutating func nested(_ key: String, in fields: Fields, _ section: DescriptorSection) -> Fields? {
        let fields = fields.description
        guard let entry = fields.node.entry(key) else {
            document.noteMissing(key, in: fields)
            return nil
        }
        guard document.checkKeys(of: entry.value, known: section.names) else { return nil }
        return Self.nested(key, in: fields, section)
    }

    private static func nested(_ key: String, in fields: Fields, _ section: DescriptorSection) -> Fields? {
        let below = fields.below.flatMap { nested(key, in: $0, section) }
        guard let entry = fields.node.entry(key) else { return below }
        return Fields(
            entry.value, owner: entry.mark, section: section, isAmendment: fields.isAmendment, above: below)
    }
}

extension DocumentReader {
    /// A chain id, or the hash of a first block: 32 bytes in hexadecimal.
    /// - Parameter hint: where a person finds it.
    package mutating func chainID(
        _ node: YAMLNode, _ hint: String = "a node of the chain reports it: “get_info”, “chain_id”"
    ) -> [UInt8]? {
        guard isText(node) else { return nil }
        let digits = node.utf8
        guard digits.count == DescriptorLimits.hash, let id = [UInt8](hexDigits: digits.span) else {
            note(
                .invalidValue, in: node,
                "expected \(DescriptorLimits.hash) hexadecimal digits, not \(quoted(node.text))", hint: hint)
            return nil
        }
        return id
    }

    mutating func integers(_ node: YAMLNode, in range: ClosedRange<Int64>) -> [Int64]? {
        guard node.kind == .sequence else { return integer(node, in: range).map { [$0] } }
        let items = Array(node.items)
        guard DescriptorLimits.p2shVersions.contains(items.count) else {
            note(.outOfRange, in: node, "expected one or two versions")
            return nil
        }
        let values = items.compactMap { integer($0, in: range) }
        return values.count == items.count ? values : nil
    }

    /// The human-readable part of a segwit address (BIP173): 1 to 83 ASCII characters from `!` to `~`, without
    /// capitals.
    mutating func humanReadablePart(_ node: YAMLNode) -> String? {
        guard let text = text(node) else { return nil }
        let isPart =
            DescriptorLimits.humanReadablePart.contains(text.utf8.count)
            && text.utf8.allSatisfy { (0x21...0x7E).contains($0) && !(0x41...0x5A).contains($0) }
        guard isPart else {
            note(
                .invalidValue, in: node, "\(quoted(text)) is not a human-readable part (BIP173)",
                hint: "1 to 83 ASCII characters without capital letters", name: text, candidates: [text.lowercased()])
            return nil
        }
        return text
    }
}
