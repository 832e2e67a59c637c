/// Looks for UTXOs that meet an amount and its fee so nearly that nothing need come back: branch and bound over which
/// UTXOs are taken, the highest value first.
///
/// It is complete where there are few UTXOs, and gives up after a number of steps where there are many. Then there are
/// so many sums that a good one is usually found early.
struct ExactSearch {
    /// How many times a UTXO is taken or left at most; some ten nanoseconds each.
    private static let mostSteps = 100_000

    private let values: SortedUTXOs
    private let amount: Int64
    private let rules: PaymentRules
    private let mostInputs: Int
    /// What all UTXOs from a place on add at most, each less the fee that it costs at least.
    private let gains: [Int64]
    /// For each place the next one of a lower value. Somebody who pays thousands of equal UTXOs must not make the search
    /// pass them one by one.
    private let lower: [Int]
    private let leastInputFee: Int64
    private let baseFee: Int64

    private var taken: [Int] = []
    private var total: Int64 = 0
    private var best: UTXOSelection.Choice?
    /// Only what costs less is of interest.
    private var bound: Int64

    /// - Parameter bound: what the payment costs otherwise; nil where it is not possible otherwise.
    init(_ values: SortedUTXOs, paying amount: Int64, by rules: PaymentRules, below bound: Int64?) {
        self.values = values
        self.amount = amount
        self.rules = rules
        self.bound = bound ?? .max
        mostInputs = rules.mostInputs
        leastInputFee = rules.feePerKB.units * PaymentRules.inputSize / 1_000
        baseFee = rules.fee(inputs: 0, hasChange: false)
        var gains = [Int64](repeating: 0, count: values.count + 1)
        var lower = [Int](repeating: values.count, count: values.count)
        for place in (0..<values.count).reversed() {
            gains[place] = gains[place + 1] + values[place] - leastInputFee
            guard place + 1 < values.count else { continue }
            lower[place] = values[place + 1] < values[place] ? place + 1 : lower[place + 1]
        }
        self.gains = gains
        self.lower = lower
    }

    /// The cheapest choice without change that was found; nil where none is below the bound.
    mutating func run() -> UTXOSelection.Choice? {
        var place = 0
        for _ in 0..<Self.mostSteps {
            if isSettled(before: place) {
                // Back to the last UTXO that was taken: leave it and all of its value, and go on behind them.
                guard let last = taken.popLast() else { return best }
                total -= values[last]
                place = lower[last]
            } else {
                taken.append(place)
                total += values[place]
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
        if rules.mayPay(cost, inputs: taken.count), !taken.isEmpty {
            best = UTXOSelection.Choice(places: taken, change: 0, cost: cost)
            bound = cost
            return true
        }
        guard place < values.count, taken.count < mostInputs else { return true }
        return total - Int64(taken.count) * leastInputFee + gains[place] < amount + baseFee
    }
}
