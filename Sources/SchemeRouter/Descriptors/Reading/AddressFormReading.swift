extension DescriptorReader {
    /// Reads the address forms of a network, in the order in which they are tried; nil if one has a mistake, which is
    /// noted.
    mutating func addressForms(_ node: YAMLNode, network: NetworkKind) -> [AddressForm]? {
        guard let items = document.items(of: node) else { return nil }
        guard DescriptorLimits.addressForms.contains(items.count) else {
            document.note(
                .outOfRange, in: node, "expected 1 to \(DescriptorLimits.addressForms.upperBound) address forms")
            return nil
        }
        var forms: [AddressForm] = []
        for item in items {
            guard let form = addressForm(item, network: network) else { continue }
            if forms.contains(form) {
                document.note(.conflict, in: item, "this form is repeated", hint: "remove one of them")
            }
            forms.append(form)
        }
        return forms.count == items.count ? forms : nil
    }

    private mutating func addressForm(_ node: YAMLNode, network: NetworkKind) -> AddressForm? {
        guard let fields = document.fields(of: node, owner: node.mark, in: .addressForm) else { return nil }
        let kind = document.required("kind", in: fields) { document, node in
            document.choice(node, of: "kind of address", among: AddressForm.Kind.allCases, name: \.rawValue)
        }
        guard let kind else { return nil }
        checkKeys(of: kind, in: fields)
        let use = addressUse(in: fields)
        let rule = addressRule(of: kind, in: fields)
        let takesMemo = flag("memo", in: fields)
        let looksLikeOther = flag("warn", in: fields)
        let note = fields["says"] == nil ? nil : text("says", in: fields)
        guard let use, let rule, let takesMemo, let looksLikeOther, (note == nil) == (fields["says"] == nil) else {
            return nil
        }
        return AddressForm(
            kind, rule, network: network, takesMemo: takesMemo, looksLikeOther: looksLikeOther, use: use, note: note)
    }

    /// Notes keys that this kind does not have.
    private mutating func checkKeys(of kind: AddressForm.Kind, in fields: Fields) {
        for entry in fields.node.entries where fields.table.names.contains(entry.key) && !kind.has(entry.key) {
            let owners = AddressForm.Kind.allCases.filter { $0.has(entry.key) }.map(\.rawValue)
            document.note(
                .conflict, at: entry.mark, in: fields.node,
                "an address of the kind “\(kind.rawValue)” has no “\(entry.key)”",
                hint: "leave it out: it belongs to \(owners.joined(separator: ", "))")
        }
    }

    /// The value of a Boolean key; nil if it is invalid.
    mutating func flag(_ key: String, in fields: Fields) -> Bool? {
        guard let node = fields[key] else { return fields.table[key].standard == "true" }
        return document.boolean(node)
    }

    private mutating func addressUse(in fields: Fields) -> AddressForm.Use? {
        let (pays, isSecret) = (flag("pays", in: fields), flag("secret", in: fields))
        let why = fields["why"] == nil ? nil : text("why", in: fields)
        let name = fields["named"] == nil ? nil : text("named", in: fields)
        guard let pays, let isSecret, (why == nil) == (fields["why"] == nil), (name == nil) == (fields["named"] == nil)
        else { return nil }
        let others =
            isSecret
            ? ["pays", "why", "named", "memo", "warn", "says"] : pays ? ["why", "named"] : ["memo", "warn", "says"]
        guard let entry = others.lazy.compactMap({ fields.node.entry($0) }).first else {
            return isSecret ? .secret : pays ? .paid : .unpaid(why: why, name: name)
        }
        let rest =
            isSecret
            ? "a private key has no “\(entry.key)”"
            : pays
                ? "“\(entry.key)” is only for addresses that cannot be paid"
                : "an address that cannot be paid has no “\(entry.key)”"
        document.note(
            .conflict, at: entry.mark, in: fields.node, rest,
            hint: isSecret || !pays ? "leave it out" : "also write “pays: false”, or leave it out")
        return nil
    }

    private mutating func addressRule(of kind: AddressForm.Kind, in fields: Fields) -> AddressForm.Rule? {
        switch kind {
        case .base58check, .base58, .base32, .base64url, .bech32, .bech32m, .blech32, .blech32m, .cashaddr, .strkey:
            return code(of: kind, in: fields).map { .code($0) }
        case .segwit: return prefix(in: fields).map { .segwit(prefix: $0) }
        case .hex20: return hexRule(in: fields)
        case .cryptonote: return cryptonoteRule(in: fields)
        case .shelley:
            let (prefix, id) = (prefix(in: fields), integer("network-id", in: fields))
            guard let prefix, let id else { return nil }
            return UInt8(exactly: id).map { .shelley(prefix: prefix, networkID: $0) }
        case .byron:
            guard fields["magic"] != nil else { return .byron(magic: nil) }
            return integer("magic", in: fields).flatMap { UInt32(exactly: $0) }.map { .byron(magic: $0) }
        case .unified:
            let receivers = fields["receivers"] == nil ? nil : text("receivers", in: fields)
            guard (receivers == nil) == (fields["receivers"] == nil) else { return nil }
            return prefix(in: fields).map {
                .unified(prefix: $0, receivers: receivers.flatMap { AddressForm.UnifiedReceivers(rawValue: $0) })
            }
        case .iban: return .iban
        case .name:
            let shape = document.required("shape", in: fields) { document, node in
                document.choice(node, of: "shape", among: AddressForm.NameShape.allCases, name: \.rawValue)
            }
            return shape.map { .name($0) }
        }
    }

    // MARK: Parameters

    mutating func prefix(in fields: Fields) -> String? { text("prefix", in: fields) }

    private mutating func hexRule(in fields: Fields) -> AddressForm.Rule? {
        let hasChecksum = fields["checksum"] != nil
        if hasChecksum, let node = fields["checksum"] {
            guard let name = text("checksum", in: fields) else { return nil }
            guard name.isSame(DescriptorSection.eip55) else {
                document.note(
                    .conflict, in: node, "hexadecimal digits have no checksum “\(name)”",
                    hint: "write “checksum: \(DescriptorSection.eip55)”")
                return nil
            }
        }
        guard let entry = fields.node.entry("eip1191") else { return .hex20(hasChecksum: hasChecksum, chains: []) }
        guard hasChecksum else {
            document.note(
                .conflict, at: entry.mark, in: fields.node, "“eip1191” modifies a checksum, but there is none",
                hint: "also write “checksum: eip55”")
            return nil
        }
        let chains = numbers("eip1191", in: fields)
        return chains.map { .hex20(hasChecksum: true, chains: $0.compactMap { UInt64(exactly: $0) }) }
    }

    private mutating func cryptonoteRule(in fields: Fields) -> AddressForm.Rule? {
        let tags = numbers("tags", in: fields)
        let withPaymentID = fields["with-payment-id"] == nil ? [] : numbers("with-payment-id", in: fields)
        guard let tags, let withPaymentID else { return nil }
        if let other = withPaymentID.first(where: { !tags.contains($0) }), let node = fields["with-payment-id"] {
            document.note(
                .conflict, in: node, "\(other) is not one of the tags", hint: "also list it in “tags”")
            return nil
        }
        return .cryptonote(
            tags: tags.compactMap { UInt64(exactly: $0) },
            withPaymentID: withPaymentID.compactMap { UInt64(exactly: $0) })
    }

    mutating func numbers(_ key: String, in fields: Fields) -> [Int64]? {
        guard case .numbers(let range, let most) = fields.table[key].kind else { return nil }
        return document.required(key, in: fields) { $0.numbers($1, in: range, most: most) }
    }
}

extension DocumentReader {
    /// One whole number, or a list of different ones; none or more than `most` is a mistake, which is noted.
    mutating func numbers(_ node: YAMLNode, in range: ClosedRange<Int64>, most: Int) -> [Int64]? {
        guard node.kind == .sequence else { return integer(node, in: range).map { [$0] } }
        let items = Array(node.items)
        guard (1...most).contains(items.count) else {
            note(.outOfRange, in: node, "expected 1 to \(most) numbers")
            return nil
        }
        var numbers: [Int64] = []
        for item in items {
            guard let number = integer(item, in: range) else { continue }
            if numbers.contains(number) {
                note(.conflict, in: item, "\(number) appears twice", hint: "remove one of them")
                continue
            }
            numbers.append(number)
        }
        return numbers.count == items.count ? numbers : nil
    }
}
