import SchemeRouter

/// Looks for UTXOs that meet an amount and its fee so nearly that nothing need come back: branch and bound over which
/// UTXOs are taken, the highest value first.
///
/// It is complete if there are few UTXOs, and gives up after a number of steps if there are many. Then there are
/// so many sums that a good one is usually found early.
struct ExactSearch {
    /// How many times a UTXO is taken or left at most; some ten nanoseconds each.
    private static let mostSteps = 100_000

    private let values: SortedUTXOs
    private let amount: Int64
    private let rules: PaymentRules
    /// What all UTXOs from a place on add at most, each less the fee that it costs at least.
    private let gains: [Int64]
    /// For each place the next one of a lower value. Somebody who pays thousands of equal UTXOs must not make the search
    /// pass them one by one.
    private let lower: [Int]
    private let baseFee: Int64

    private var taken: [Int] = []
    private var total: Int64 = 0
    private var inputs = InputsWeight()
    /// What those that are taken cost at least.
    private var leastFees: Int64 = 0
    private var best: UTXOSelection.Choice?
    /// Only what costs less is of interest.
    private var bound: Int64

    /// - Parameter bound: what the payment costs otherwise; nil if it is not possible otherwise.
    init(_ values: SortedUTXOs, paying amount: Int64, by rules: PaymentRules, below bound: Int64?) {
        self.values = values
        self.amount = amount
        self.rules = rules
        self.bound = bound ?? .max
        baseFee = rules.fee(InputsWeight(), hasChange: false)
        var gains = [Int64](repeating: 0, count: values.count + 1)
        var lower = [Int](repeating: values.count, count: values.count)
        for place in (0..<values.count).reversed() {
            gains[place] = gains[place + 1] + values[place] - Self.leastFee(values.form(at: place), rules)
            guard place + 1 < values.count else { continue }
            let isEqual =
                values[place + 1] == values[place] && values.form(at: place + 1) == values.form(at: place)
            lower[place] = isEqual ? lower[place + 1] : place + 1
        }
        self.gains = gains
        self.lower = lower
    }

    /// What an input costs at least, whatever else there is.
    private static func leastFee(_ form: KeyScript, _ rules: PaymentRules) -> Int64 {
        rules.feePerKB.units * (form.inputWeight / 4) / 1_000
    }

    /// Takes the UTXO at a place, or leaves it again.
    private mutating func count(_ place: Int, _ times: Int64) {
        total += times * values[place]
        leastFees += times * Self.leastFee(values.form(at: place), rules)
        inputs.add(values.form(at: place), count: times)
    }

    /// The cheapest choice without change that was found; nil if none is below the bound.
    mutating func run() -> UTXOSelection.Choice? {
        var place = 0
        for _ in 0..<Self.mostSteps {
            if isSettled(before: place) {
                // Back to the last UTXO that was taken: leave it and all of its value, and go on behind them.
                guard let last = taken.popLast() else { return best }
                count(last, -1)
                place = lower[last]
            } else {
                taken.append(place)
                count(place, 1)
                place += 1
            }
        }
        return best
    }

    /// Whether no UTXO from `place` on need be added to those that are taken, which are a choice or are not.
    private mutating func isSettled(before place: Int) -> Bool {
        let cost = total - amount
        // Whatever is added only costs more.
        guard cost < bound else { return true }
        if rules.mayPay(cost, inputs), !taken.isEmpty {
            best = UTXOSelection.Choice(places: taken, change: 0, cost: cost)
            bound = cost
            return true
        }
        guard place < values.count, taken.count < values.mostInputs else { return true }
        return total - leastFees + gains[place] < amount + baseFee
    }
}
