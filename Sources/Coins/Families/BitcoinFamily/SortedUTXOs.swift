import SchemeRouter

/// The values of UTXOs that are worth spending, in the smallest unit, the highest first. Equal ones stand in the order in
/// which the UTXOs were given.
struct SortedUTXOs {
    private let sorted: [(units: Int64, position: Int)]

    /// - Parameter fee: what spending one costs: what is worth no more is left out.
    init(_ utxos: [OwnedUTXO], worthMoreThan fee: Int64) {
        var sorted: [(units: Int64, position: Int)] = []
        sorted.reserveCapacity(utxos.count)
        for (position, utxo) in utxos.enumerated() where utxo.amount.units > fee {
            sorted.append((utxo.amount.units, position))
        }
        sorted.sort { $0.units == $1.units ? $0.position < $1.position : $0.units > $1.units }
        self.sorted = sorted
    }

    var count: Int { sorted.count }

    subscript(place: Int) -> Int64 { sorted[place].units }

    /// Where the UTXO at a place stands among those that were given.
    func position(at place: Int) -> Int { sorted[place].position }

    /// The last place with at least that value. There must be one.
    func lastPlace(ofAtLeast units: Int64) -> Int {
        var range = 0..<count
        while let middle = range.isEmpty ? nil : (range.lowerBound + range.upperBound) / 2 {
            range = sorted[middle].units >= units ? middle + 1..<range.upperBound : range.lowerBound..<middle
        }
        return range.lowerBound - 1
    }

    /// What the UTXOs at the first places are worth together. All money that exists can be counted.
    func sum(of count: Int) -> Int64 { sorted[..<count].reduce(0) { $0 + $1.units } }
}
