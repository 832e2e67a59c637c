import SchemeRouter

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
