extension DescriptorReader {
    /// Reads the amounts of a coin; nil if one has a mistake. Inherited amounts of a coin with other decimals do not
    /// count, because they mean something else.
    mutating func amounts(
        in fields: Fields, decimals: Int
    ) -> (maxMoney: Amount, dust: Amount, fees: AddressLedger.FeeRange)? {
        let fields = fields.untilOther("decimals")
        let maxMoney = maxMoney(in: fields, decimals: decimals)
        let dust = units("dust", in: fields)
        let fees = fees(in: fields)
        guard let maxMoney, let dust, let fees else { return nil }
        if dust > maxMoney, let node = fields.node.entry("dust") ?? fields.node.entry("max-money"),
            !fields.isAmendment
        {
            document.note(.conflict, in: node.value, "dust is greater than max-money")
        }
        return (maxMoney, dust, fees)
    }

    /// The largest amount of a coin. The usual one is the default, but does not fit the type if there are many
    /// decimals.
    private mutating func maxMoney(in fields: Fields, decimals: Int) -> Amount? {
        if let node = fields["max-money"] { return document.coins(node, decimals: decimals, max: .largest) }
        let standard = fields.table["max-money"].standard ?? ""
        if let usual = try? Amount(text: Array(standard.utf8)[...], decimals: decimals, max: .largest) { return usual }
        document.noteMissing("max-money", in: fields)
        return nil
    }

    /// The fees: the default or inherited ones, then the coin's own, then those that make them stricter. A fee that is
    /// not written stays as close to its previous value as the others allow.
    private mutating func fees(in coin: Fields, isBase: Bool = false) -> AddressLedger.FeeRange? {
        var base = Optional(Self.standardFees)
        if let below = coin.below { base = fees(in: below, isBase: true) }
        guard let entry = coin.node.entry("fee-per-kb"), let base else { return base }
        guard document.checkKeys(of: entry.value, known: DescriptorSection.fees.names) else { return nil }
        let fields = Fields(entry.value, owner: entry.mark, section: .fees, isAmendment: coin.isAmendment)
        let merged = self.fees(in: fields, above: base)
        if let merged, !isBase { checkRising(merged, in: fields) }
        return merged
    }

    private static let standardFees: AddressLedger.FeeRange = {
        func standard(_ key: String) -> Amount {
            DescriptorSection.fees[key].standard.flatMap { Int64($0) }.flatMap { Amount(units: $0) } ?? .zero
        }
        return AddressLedger.FeeRange(
            min: standard("min"), normal: standard("normal"), high: standard("high"), max: standard("max"))
    }()

    private mutating func fees(
        in fields: Fields, above fees: AddressLedger.FeeRange
    ) -> AddressLedger.FeeRange? {
        let min = units("min", in: fields, or: fees.min)
        let max = units("max", in: fields, or: fees.max)
        let written = fields["high"].map { document.units($0) }
        guard let min, let max, written != .some(.none) else { return nil }
        func near(_ fee: Amount, from least: Amount, to most: Amount) -> Amount {
            Swift.max(least, Swift.min(fee, most))
        }
        // If a later file lowers one, those below it are lowered, too.
        let most = fields.isAmendment ? (written ?? nil) ?? Swift.min(fees.high, max) : max
        guard let normal = units("normal", in: fields, or: near(fees.normal, from: min, to: most)) else { return nil }
        let high = (written ?? nil) ?? near(fees.high, from: normal, to: max)
        return AddressLedger.FeeRange(min: min, normal: normal, high: high, max: max)
    }

    private mutating func checkRising(_ fees: AddressLedger.FeeRange, in fields: Fields) {
        guard fees.min > fees.normal || fees.normal > fees.high || fees.high > fees.max else { return }
        if fields.isAmendment {
            document.note(
                .conflict, in: fields.node,
                "fees must increase from min to normal, high and max, and min is at least the \(fees.min.units) that nodes relay"
            )
            return
        }
        let message = "fees must increase from min to normal to max"
        let values = "they are \(fees.min.units), \(fees.normal.units) and \(fees.max.units)"
        if fees.min > fees.normal, let node = fields["normal"] ?? fields["min"] {
            document.note(.conflict, in: node, message, hint: values)
        }
        if fees.normal > fees.max, let node = fields["max"] ?? fields["normal"] {
            document.note(.conflict, in: node, message, hint: values)
        } else if fees.normal > fees.high || fees.high > fees.max, let node = fields["high"] {
            document.note(
                .conflict, in: node, "“high” must be between normal and max",
                hint: "they are \(fees.normal.units) and \(fees.max.units)")
        }
    }
}

extension Amount {
    static var largest: Amount { Amount(units: .max) ?? .zero }
}
