import SchemeRouter

/// UTXOs that are worth spending, by their value less their own fee, the highest first. Equal ones keep their original
/// order.
struct SortedUTXOs {
    private struct Entry {
        let units: Int64
        /// The value less the fee of spending it.
        let gain: Int64
        let position: Int
        let form: KeyScript
    }

    private let sorted: [Entry]
    /// The most inputs of a payment from these UTXOs.
    let mostInputs: Int

    /// - Parameter rules: the fee of spending a UTXO; those not worth more than it are left out.
    init(_ utxos: [OwnedUTXO], by rules: PaymentRules) {
        var sorted: [Entry] = []
        sorted.reserveCapacity(utxos.count)
        var (heaviest, lightest) = (KeyScript.witness.inputWeight, KeyScript.keyHash.inputWeight)
        for (position, utxo) in utxos.enumerated() {
            let form = utxo.path.keyScript
            let gain = utxo.amount.units - rules.fee(ofSize: rules.size(of: form))
            guard gain > 0 else { continue }
            heaviest = max(heaviest, form.inputWeight)
            lightest = min(lightest, form.inputWeight)
            sorted.append(Entry(units: utxo.amount.units, gain: gain, position: position, form: form))
        }
        sorted.sort { left, right in
            if left.gain != right.gain { return left.gain > right.gain }
            return left.units == right.units ? left.position < right.position : left.units > right.units
        }
        self.sorted = sorted
        // Next to inputs with witnesses, an input without one has a byte for its empty witness.
        mostInputs = rules.mostInputs(ofWeight: heaviest + (heaviest == lightest ? 0 : 1))
    }

    var count: Int { sorted.count }

    /// The value of the UTXO at an index, in the smallest unit.
    subscript(place: Int) -> Int64 { sorted[place].units }

    func form(at place: Int) -> KeyScript { sorted[place].form }

    /// The original index of the UTXO at a position.
    func position(at place: Int) -> Int { sorted[place].position }

    /// The last index from `start` on that suffices, if those that suffice precede those that do not; `start` does.
    func lastPlace(from start: Int, where suffices: (Int) -> Bool) -> Int {
        var range = start + 1..<count
        while let middle = range.isEmpty ? nil : (range.lowerBound + range.upperBound) / 2 {
            range = suffices(middle) ? middle + 1..<range.upperBound : range.lowerBound..<middle
        }
        return range.lowerBound - 1
    }

    /// The total value and weight of the first `count` UTXOs. All existing money fits the type.
    func first(_ count: Int) -> (units: Int64, inputs: InputsWeight) {
        sorted[..<count].reduce(into: (units: 0, inputs: InputsWeight())) { sum, entry in
            sum.units += entry.units
            sum.inputs.add(entry.form)
        }
    }
}
