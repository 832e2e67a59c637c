import SchemeRouter

/// The values of coins that are worth spending, in the smallest unit, the highest first. Equal ones stand in the order in
/// which the coins were given.
struct SortedCoins {
    private let sorted: [(units: Int64, position: Int)]

    /// - Parameter fee: what spending one costs: what is worth no more is left out.
    init(_ coins: [OwnedCoin], worthMoreThan fee: Int64) {
        var sorted: [(units: Int64, position: Int)] = []
        sorted.reserveCapacity(coins.count)
        for (position, coin) in coins.enumerated() where coin.amount.units > fee {
            sorted.append((coin.amount.units, position))
        }
        sorted.sort { $0.units == $1.units ? $0.position < $1.position : $0.units > $1.units }
        self.sorted = sorted
    }

    var count: Int { sorted.count }

    /// The value at a place.
    subscript(place: Int) -> Int64 { sorted[place].units }

    /// Where the coin at a place stands among those that were given.
    func position(at place: Int) -> Int { sorted[place].position }

    /// The last place with at least that value. There must be one.
    func lastPlace(ofAtLeast units: Int64) -> Int {
        var range = 0..<count
        while let middle = range.isEmpty ? nil : (range.lowerBound + range.upperBound) / 2 {
            range = sorted[middle].units >= units ? middle + 1..<range.upperBound : range.lowerBound..<middle
        }
        return range.lowerBound - 1
    }

    /// What the coins at the first places are worth together. All money that exists can be counted.
    func sum(of count: Int) -> Int64 {
        sorted[..<count].reduce(0) { $0 + $1.units }
    }
}
