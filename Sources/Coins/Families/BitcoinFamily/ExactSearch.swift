import SchemeRouter

/// Searches for UTXOs that meet an amount and its fee so closely that the payment needs no change: branch and bound
/// over the UTXOs, the highest value first.
///
/// It is exhaustive if there are few UTXOs, and gives up after a number of steps if there are many. There are then so
/// many sums that a good one is usually found early.
struct ExactSearch {
    /// The most steps, each of which takes or leaves a UTXO in about ten nanoseconds.
    private static let mostSteps = 100_000

    private let values: SortedUTXOs
    private let amount: Int64
    private let rules: PaymentRules
    /// The most that all UTXOs from an index on can add, each less its lowest fee.
    private let gains: [Int64]
    /// For each index, the next one with a lower value. Somebody who pays thousands of equal UTXOs must not make the
    /// search try them one by one.
    private let lower: [Int]
    private let baseFee: Int64

    private var taken: [Int] = []
    private var total: Int64 = 0
    private var inputs = InputsWeight()
    /// The lowest total fee of the taken UTXOs.
    private var leastFees: Int64 = 0
    private var best: UTXOSelection.Choice?
    /// The search only looks for lower costs.
    private var bound: Int64

    /// - Parameter bound: the cost of the alternative; nil if there is none.
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

    /// The lowest fee of an input, whatever the other inputs are.
    private static func leastFee(_ form: KeyScript, _ rules: PaymentRules) -> Int64 {
        rules.feePerKB.units * (form.inputWeight / 4) / 1_000
    }

    /// Takes the UTXO at an index, or leaves it again.
    private mutating func count(_ place: Int, _ times: Int64) {
        total += times * values[place]
        leastFees += times * Self.leastFee(values.form(at: place), rules)
        inputs.add(values.form(at: place), count: times)
    }

    /// The cheapest choice without change; nil if none is below the bound.
    mutating func run() -> UTXOSelection.Choice? {
        var place = 0
        for _ in 0..<Self.mostSteps {
            if isSettled(before: place) {
                // Backtrack to the last taken UTXO: leave it and all of equal value, and continue after them.
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

    /// Whether no UTXO from `place` on needs to be added to the taken ones, whether or not these are a choice.
    private mutating func isSettled(before place: Int) -> Bool {
        let cost = total - amount
        // Adding more only costs more.
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
