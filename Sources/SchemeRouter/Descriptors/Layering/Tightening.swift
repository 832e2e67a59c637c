/// The changes by which a later file makes a coin or scheme stricter: the result is compared with the earlier
/// description, and anything that allows more is a mistake (S7).
struct Tightening {
    /// Each change as `key: value`.
    private(set) var changes: [String] = []
    /// Whether any change allows more.
    private(set) var isLoosened = false
    /// The later file's description.
    let node: YAMLNode
    /// The earlier files' description.
    let old: Fields
    /// Where the coin or scheme is described, for values that nobody wrote.
    let origin: SourceLocation?

    /// Compares a coin before and after: the largest amount, the fees, and the coinbase maturity.
    mutating func compare(_ before: CoinDescriptor, _ after: CoinDescriptor, _ document: inout DocumentReader) {
        let decimals = before.decimals
        guard case .addresses(let before) = before.ledger, case .addresses(let after) = after.ledger else {
            if before.isForeign {
                compare(["max-money"], before.maxMoney, after.maxMoney, &document) { $0.text(decimals: decimals) }
            }
            return
        }
        compare(["max-money"], before.maxMoney, after.maxMoney, &document) { $0.text(decimals: decimals) }
        let (fees, newFees) = (before.feePerKB, after.feePerKB)
        if newFees.min != fees.min, let node = value(["fee-per-kb", "min"]) {
            isLoosened = true
            document.note(
                .conflict, in: node, "a later file cannot change “min”, because nodes decide what they relay",
                hint: "remove it")
        }
        compare(["fee-per-kb", "normal"], fees.normal, newFees.normal, &document) { "\($0.units)" }
        compare(["fee-per-kb", "high"], fees.high, newFees.high, &document) { "\($0.units)" }
        compare(["fee-per-kb", "max"], fees.max, newFees.max, &document) { "\($0.units)" }
        // A longer wait is stricter.
        compare(["coinbase-maturity"], -before.coinbaseMaturity, -after.coinbaseMaturity, &document) { "\(-$0)" }
    }

    /// Compares a scheme before and after: it may be disabled, and its links may request less.
    /// - Parameter decimals: those of its coin.
    mutating func compare(
        _ before: SchemeDescriptor, _ after: SchemeDescriptor, decimals: Int, _ document: inout DocumentReader
    ) {
        compare(["enabled"], before.isEnabled ? 1 : 0, after.isEnabled ? 1 : 0, &document) {
            $0 == 1 ? "true" : "false"
        }
        guard let actions = value(["actions"]) else { return }
        for entry in actions.entries {
            guard let action = Action(descriptorKey: entry.key), before.grammar.offers(action) else { continue }
            let path = ["actions", entry.key]
            guard let rules = before.actions[action] else {
                loosen(path, from: "none", to: "an action", at: entry.mark, in: actions, ["actions"], &document)
                continue
            }
            guard let newRules = after.actions[action] else {
                changes.append("actions.\(entry.key): none")
                continue
            }
            guard let params = entry.value.entry("params")?.value else { continue }
            for entry in params.entries {
                guard let name = ParameterName(rawValue: entry.key), name.belongs(to: action) else { continue }
                guard let rule = rules[name] else {
                    loosen(
                        path + ["params", entry.key], from: "not read", to: "read", at: entry.mark,
                        in: params, path + ["params"], &document)
                    continue
                }
                guard let new = newRules[name] else { continue }
                let path = path + ["params", entry.key]
                compare(path + ["required"], rule.isRequired ? 0 : 1, new.isRequired ? 0 : 1, &document) {
                    $0 == 0 ? "true" : "false"
                }
                // A larger minimum is stricter, and no minimum is the loosest.
                compare(path + ["min"], -(rule.minimum?.units ?? -1), -(new.minimum?.units ?? -1), &document) {
                    Amount(units: -$0)?.text(decimals: decimals) ?? "none"
                }
                compare(path + ["max"], rule.maximum ?? .max, new.maximum ?? .max, &document) { "\($0)" }
            }
        }
        if after.actions.keys.isEmpty, !before.actions.keys.isEmpty {
            document.note(.conflict, in: actions, "no action is left", hint: "write “enabled: false” instead")
        }
    }

    /// Compares a value of the later file; lower is stricter.
    private mutating func compare<Value: Comparable>(
        _ path: [String], _ before: Value, _ after: Value, _ document: inout DocumentReader, _ text: (Value) -> String
    ) {
        guard before != after, let node = value(path) else { return }
        guard after > before else {
            changes.append("\(Self.name(path)): \(text(after))")
            return
        }
        loosen(path, from: text(before), to: text(after), at: node.mark, in: node, path, &document)
    }

    /// Reports the earlier file's value and its position.
    private mutating func loosen(
        _ path: [String], from before: String, to after: String, at mark: YAMLMark, in node: YAMLNode,
        _ place: [String], _ document: inout DocumentReader
    ) {
        isLoosened = true
        let place = (old.place(of: place) ?? origin).map { ", at \($0)" } ?? ""
        document.note(
            .loosening, at: mark, in: node,
            "“\(Self.name(path))” is already \(before)\(place), and cannot become \(after)",
            hint: "a later file can only make it stricter")
    }

    private func value(_ path: [String]) -> YAMLNode? { node.value(at: path) }

    /// `actions.payment.amount.min`.
    private static func name(_ path: [String]) -> String {
        path.filter { $0 != "params" }.joined(separator: ".")
    }
}
