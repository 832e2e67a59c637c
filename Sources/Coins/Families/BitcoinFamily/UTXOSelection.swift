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
