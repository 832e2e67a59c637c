import RouterBytes

extension LinkRules {
    /// The part of a scheme's digest about its links: one line per statement, in the order of the descriptor, because
    /// forms are tried in that order.
    var canonicalLines: [String] {
        var lines = ["slashes \(slashes.rawValue)"]
        if isExact { lines.append("exact") }
        if wallet?.beginsWithParameters == true { lines.append("begins parameters") }
        if network != .main { lines.append("network \(network.rawValue)") }
        lines += keys.canonicalLines + amounts.canonicalLines
        lines += instructions.map { "instruction \($0.name) \($0.kinds.map(\.rawValue).joined(separator: " "))" }
        for form in forms { lines += form.canonicalLines }
        lines += texts.map(\.canonicalText) + pages.map(\.canonicalText)
        lines += chains.map { "chain \($0.number) \($0.chainID.hex)" }
        return lines
    }
}

extension KeyRules {
    fileprivate var canonicalLines: [String] {
        [
            ignoresCase ? "keys any-case" : nil, plusIsSpace ? "keys plus-is-space" : nil,
            plusIsSpaceEverywhere ? "keys plus-is-form" : nil,
            highestIndex.map { "keys indexed \($0)" }, "keys required \(required.rawValue)",
            escapesOnlyTexts ? "keys escapes-in-texts" : nil, othersAreServers ? "keys others-are-servers" : nil,
        ].compactMap(\.self)
    }
}

extension AmountRules {
    fileprivate var canonicalLines: [String] {
        [
            "amounts \(form.rawValue) zero \(zero.rawValue)", decimals.map { "amounts decimals \($0)" },
            needsDigitsAroundPoint ? "amounts strict" : nil, bits.map { "amounts bits \($0)" },
            isAsWritten ? "amounts as-written" : nil, hasUnknownUnit ? "amounts unit-unknown" : nil,
            ownChains.isEmpty ? nil : "amounts chains \(ownChains.map { String($0) }.joined(separator: " "))",
            separator.map { "amounts separator \($0)" }, currency.map { "amounts currency \($0)" },
        ].compactMap(\.self)
    }
}

extension DescribedForm {
    fileprivate var canonicalLines: [String] {
        var lines = ["form \(path.text) \(action.descriptorKey)"]
        if let condition { lines.append("form when \(condition)") }
        if refusesParameters { lines.append("form without-parameters") }
        if givesPermission { lines.append("form gives-permission") }
        if isUnknown { lines.append("form unknown") }
        if let kind { lines.append("form kind \(kind)") }
        if let note { lines.append("form says \(note)") }
        if let refusal { lines.append("form refused \(refusal.utf8.count):\(refusal)") }
        lines += permissions.map { "form permission-of \($0)" }
        lines += payloads.map { "payload \($0.rawValue)" }
        // All values of an address form matter, and this is their only text form.
        lines += addresses.map { "address \($0.canonicalText)" }
        lines += (parameters + [others].compactMap(\.self)).map(\.canonicalLine)
        return lines
    }
}

extension ParameterReading {
    fileprivate var canonicalLine: String {
        var parts = ["parameter \(name) \(meaning.rawValue) \(shape.rawValue)"]
        parts += aliases.map { "also \($0)" }
        if isRequired { parts.append("required") }
        if isRepeated { parts.append("many") }
        if let separator { parts.append("list \(separator)") }
        if let most { parts.append("max \(most)") }
        if let size { parts.append("size \(size)") }
        if let prefix { parts.append("prefix \(prefix)") }
        if let companion { parts.append("with \(companion)") }
        if let alternative { parts.append("instead-of \(alternative)") }
        parts += own.map { "own \($0.utf8.count):\($0)" }
        if let field { parts.append("as \(field)") }
        if warns { parts.append("warns") }
        if isSecret { parts.append("secret") }
        for value in values {
            parts.append(
                "value \(value.text.utf8.count):\(value.text) \(value.network?.rawValue ?? "-") "
                    + "\(value.shape?.rawValue ?? "-") \(value.most ?? -1) \(value.size ?? -1)")
        }
        return parts.joined(separator: " ")
    }
}

extension AddressForm {
    /// Its rule with all parameters, in a fixed order.
    fileprivate var canonicalText: String {
        let text: String
        switch rule {
        case .code(let code): text = code.canonicalText
        case .segwit(let prefix): text = prefix
        case .unified(let prefix, let receivers): text = prefix + (receivers.map { " \($0.rawValue)" } ?? "")
        case .hex20(let hasChecksum, let chains):
            text = "\(hasChecksum) " + chains.map { String($0) }.joined(separator: ",")
        case .cryptonote(let tags, let withID):
            text =
                tags.map { String($0) }.joined(separator: ",") + " " + withID.map { String($0) }.joined(separator: ",")
        case .shelley(let prefix, let networkID): text = "\(prefix) \(networkID)"
        case .byron(let magic): text = magic.map { String($0) } ?? "-"
        case .iban: text = "-"
        case .name(let shape): text = shape.rawValue
        }
        let use =
            switch self.use {
            case .paid: "paid"
            case .unpaid(_, let name): "unpaid\(name.map { " \($0)" } ?? "")"
            case .secret: "secret"
            }
        return "\(kind.rawValue) \(text) \(use)\(takesMemo ? " memo" : "")\(looksLikeOther ? " warn" : "")"
            + (note.map { " says \($0)" } ?? "")
    }
}
