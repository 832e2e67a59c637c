extension DescriptorReader {
    /// The amounts that bound payments.
    struct Amounts {
        let maxMoney: Amount
        let dust: Amount
        let fees: CoinDescriptor.FeeRange
    }

    /// Reads the amounts of a coin; nil where anything is wrong with one.
    /// - Parameter base: the coin it starts from, whose amounts count only where they are of the same unit.
    mutating func amounts(in fields: Fields, decimals: Int, like base: CoinDescriptor?) -> Amounts? {
        let base = base.flatMap { $0.decimals == decimals ? $0 : nil }
        let maxMoney = field("max-money", in: fields, or: base?.maxMoney ?? Self.maxMoney(decimals)) { document, node in
            document.coins(node, decimals: decimals, max: .largest)
        }
        let dust = field("dust", in: fields, or: base?.dust ?? Amount(units: CoinDefaults.dust)) { $0.units($1) }
        let fees = fees(in: fields, like: base?.feePerKB)
        guard let maxMoney, let dust, let fees else { return nil }
        if dust > maxMoney, let node = fields["dust"] ?? fields["max-money"] {
            document.note(.conflict, at: node.mark, in: node, "dust is more than max-money")
        }
        return Amounts(maxMoney: maxMoney, dust: dust, fees: fees)
    }

    /// What a coin has at most where it does not say so; nil where so much cannot be counted.
    private static func maxMoney(_ decimals: Int) -> Amount? {
        try? Amount(text: Array(CoinDefaults.maxMoney.utf8)[...], decimals: decimals, max: .largest)
    }

    private mutating func fees(in coin: Fields, like base: CoinDescriptor.FeeRange?) -> CoinDescriptor.FeeRange? {
        let standard = CoinDefaults.fees
        var fields: Fields?
        if let entry = coin.entry("fee-per-kb") {
            fields = document.fields(of: entry.value, owner: entry.mark, known: DescriptorKeys.fees)
            if fields == nil { return nil }
        }
        let min = fee("min", in: fields, or: base?.min ?? Amount(units: standard.min))
        let max = fee("max", in: fields, or: base?.max ?? Amount(units: standard.max))
        guard let min, let max else { return nil }
        // Where it is not written it is as near to the usual one as the others allow.
        let usual = base?.normal ?? Amount(units: standard.normal)
        guard let normal = fee("normal", in: fields, or: usual.map { Swift.max(min, Swift.min($0, max)) }) else {
            return nil
        }
        let warned = base?.high ?? Amount(units: standard.high)
        guard let high = fee("high", in: fields, or: warned.map { Swift.max(normal, Swift.min($0, max)) }) else {
            return nil
        }
        let values = "they are \(min.units), \(normal.units) and \(max.units)"
        if min > normal, let node = fields?["normal"] ?? fields?["min"] { noteFallingFees(node, values) }
        if normal > max, let node = fields?["max"] ?? fields?["normal"] {
            noteFallingFees(node, values)
        } else if normal > high || high > max, let node = fields?["high"] {
            document.note(
                .conflict, at: node.mark, in: node, "'high' must lie between normal and max",
                hint: "they are \(normal.units) and \(max.units)")
        }
        return CoinDescriptor.FeeRange(min: min, normal: normal, high: high, max: max)
    }

    private mutating func fee(_ key: String, in fields: Fields?, or value: Amount?) -> Amount? {
        guard let fields, fields[key] != nil else { return value }
        return document.required(key, in: fields) { $0.units($1) }
    }

    private mutating func noteFallingFees(_ node: YAMLNode, _ values: String) {
        document.note(
            .conflict, at: node.mark, in: node, "fees must rise from min over normal to max", hint: values)
    }
}

extension Amount {
    /// The largest amount that can be written.
    static var largest: Amount { Amount(units: .max) ?? .zero }
}
