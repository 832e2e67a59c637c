import SchemeRouter

/// Chooses which UTXOs a payment spends, at the lowest cost.
///
/// The cost of a payment is its fee, including any change below the dust limit, plus the fee for spending the change
/// later. UTXOs that meet the amount without change come first if they cost no more, then few UTXOs with change. The
/// same UTXOs in the same order always give the same choice; nothing is random.
struct UTXOSelection {
    let inputs: [OwnedUTXO]
    /// The change; nil if there is none.
    let change: Amount?

    /// Why there is no choice.
    enum Failure: Error, Equatable {
        /// The UTXOs do not cover the amount and the fee.
        case insufficient
        /// They do, but a transaction with so many inputs would be too large.
        case tooManyUTXOs
    }
}

extension UTXOSelection {
    /// - Parameters:
    ///   - utxos: the UTXOs that may be spent.
    ///   - amount: what the recipient receives.
    ///   - rules: sizes, fees and limits.
    init(from utxos: [OwnedUTXO], paying amount: Amount, by rules: PaymentRules) throws(Failure) {
        let values = SortedUTXOs(utxos, by: rules)
        var best = Self.fewest(of: values, paying: amount.units, by: rules)
        var search = ExactSearch(values, paying: amount.units, by: rules, below: best?.cost)
        if let exact = search.run() { best = exact }
        guard let best else { throw Self.failure(values, paying: amount.units, by: rules) }
        inputs = best.places.map { utxos[values.position(at: $0)] }
        change = best.change == 0 ? nil : Amount(units: best.change)
    }

    /// A choice among ``SortedUTXOs``.
    struct Choice {
        /// Their indices, the UTXO of highest value first.
        var places: [Int]
        var change: Int64
        /// The cost of the payment, with the fee for spending the change.
        var cost: Int64
    }

    /// The fewest UTXOs that pay with change, or without it if there cannot be any. A single UTXO is the smallest that
    /// suffices; of several, the last one is.
    private static func fewest(of values: SortedUTXOs, paying amount: Int64, by rules: PaymentRules) -> Choice? {
        var total: Int64 = 0
        var inputs = InputsWeight()
        var bare: Choice?
        func needed(_ inputs: InputsWeight) -> Int64 {
            amount + rules.fee(inputs, hasChange: true) + rules.leastChange
        }
        for count in 1...max(1, min(values.count, values.mostInputs)) where count <= values.count {
            let before = (total: total, inputs: inputs)
            func with(_ place: Int) -> (total: Int64, inputs: InputsWeight) {
                var inputs = before.inputs
                inputs.add(values.form(at: place))
                return (before.total + values[place], inputs)
            }
            (total, inputs) = with(count - 1)
            if total >= needed(inputs) {
                let last = values.lastPlace(from: count - 1) { with($0).total >= needed(with($0).inputs) }
                let (total, inputs) = with(last)
                return Choice(
                    places: Array(0..<count - 1) + [last], change: total - needed(inputs) + rules.leastChange,
                    cost: rules.fee(inputs, hasChange: true) + rules.changeSpendingFee)
            }
            let cost = total - amount
            if bare == nil, rules.mayPay(cost, inputs) {
                bare = Choice(places: Array(0..<count), change: 0, cost: cost)
            }
        }
        return bare
    }

    private static func failure(_ values: SortedUTXOs, paying amount: Int64, by rules: PaymentRules) -> Failure {
        let all = values.first(values.count)
        let isEnough = all.units >= amount + rules.fee(all.inputs, hasChange: false)
        return values.count > values.mostInputs && isEnough ? .tooManyUTXOs : .insufficient
    }
}

extension UTXOSelection {
    /// Chooses UTXOs with at least one from each of some sets. If there are no sets, or the cheapest choice satisfies
    /// them anyway, it is that one. Otherwise it spends the largest UTXO of each set, and then the largest others until
    /// the amount is met: such payments are rare, and their purpose is to replace others.
    /// - Parameter sets: sets of UTXOs; at least one of each set must be spent.
    init(
        from utxos: [OwnedUTXO], paying amount: Amount, by rules: PaymentRules, spendingOneOfEach sets: [Set<Outpoint>]
    ) throws(Failure) {
        let cheapest = Result { () throws(Failure) in try UTXOSelection(from: utxos, paying: amount, by: rules) }
        if sets.isEmpty || (try? cheapest.get())?.hasOneOfEach(sets) == true {
            self = try cheapest.get()
            return
        }
        let (chosen, others) = try Self.requiredFirst(utxos, spendingOneOfEach: sets)
        let most = SortedUTXOs(utxos, by: rules).mostInputs
        for count in 0...others.count where chosen.count + count <= most {
            let inputs = chosen + others.prefix(count)
            guard let total = Amount.sum(inputs.map(\.amount)) else { break }
            let rest = total.units - amount.units
            let weight = InputsWeight(spending: inputs)
            let change = rest - rules.fee(weight, hasChange: true)
            let hasChange = change >= rules.leastChange
            guard hasChange || rules.mayPay(rest, weight) else { continue }
            self.init(inputs: inputs, change: hasChange ? Amount(units: change) : nil)
            return
        }
        throw .insufficient
    }

    /// The largest UTXO of each set, then the others, largest first.
    static func requiredFirst(
        _ utxos: [OwnedUTXO], spendingOneOfEach sets: [Set<Outpoint>]
    ) throws(Failure) -> (chosen: [OwnedUTXO], others: [OwnedUTXO]) {
        let sorted = utxos.sorted { $0.amount > $1.amount }
        var chosen: [OwnedUTXO] = []
        for set in sets where !chosen.contains(where: { set.contains($0.outpoint) }) {
            guard let utxo = sorted.first(where: { set.contains($0.outpoint) }) else { throw .insufficient }
            chosen.append(utxo)
        }
        return (chosen, sorted.filter { !chosen.contains($0) })
    }

    private func hasOneOfEach(_ sets: [Set<Outpoint>]) -> Bool {
        sets.allSatisfy { set in inputs.contains { set.contains($0.outpoint) } }
    }
}

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
