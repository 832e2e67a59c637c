import SchemeRouter

extension UTXOSelection {
    /// The most that can be paid: a choice exists for exactly this amount, and none for a unit more. Nil if no amount
    /// above dust can be paid.
    /// - Parameters:
    ///   - utxos: the UTXOs that may be spent.
    ///   - rules: sizes, fees and limits.
    ///   - sets: sets of UTXOs; at least one of each set must be spent.
    static func most(
        from utxos: [OwnedUTXO], by rules: PaymentRules, spendingOneOfEach sets: [Set<Outpoint>]
    ) -> Amount? {
        let values = SortedUTXOs(utxos, by: rules)
        let first: [OwnedUTXO]
        let others: [OwnedUTXO]
        if sets.isEmpty {
            (first, others) = ([], (0..<values.count).map { utxos[values.position(at: $0)] })
        } else {
            guard let required = try? requiredFirst(utxos, spendingOneOfEach: sets) else { return nil }
            (first, others) = required
        }
        var total = first.reduce(0) { $0 + $1.amount.units }
        var inputs = InputsWeight(spending: first)
        var most: Int64 = 0
        // The best payment with this many UTXOs spends those of the highest values.
        for count in first.count...max(first.count, min(first.count + others.count, values.mostInputs)) {
            if count > first.count {
                let next = others[count - first.count - 1]
                total += next.amount.units
                inputs.add(next.path.keyScript)
            }
            guard count > 0 else { continue }
            let fee = rules.fee(inputs, hasChange: false)
            if rules.mayPay(fee, inputs) { most = max(most, total - fee) }
            // At the highest allowed rate, rounding up can rule out a payment without change.
            most = max(most, total - rules.fee(inputs, hasChange: true) - rules.leastChange)
        }
        guard most >= max(rules.dust.units, 1) else { return nil }
        return Amount(units: most)
    }
}
