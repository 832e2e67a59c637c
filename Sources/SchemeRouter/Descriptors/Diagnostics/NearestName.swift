/// Finds the name that a misspelt name was meant to be.
package enum NearestName {
    /// Longer names get no suggestions: typos in them are rarely recognisable, and a hostile file could make this slow.
    private static let maxLength = 40

    /// The candidate with the smallest distance to `name`, the first of several; nil if none is near.
    ///
    /// Near means at most a third of the letters: one for short names, three for the longest. Case does not matter.
    package static func find(_ name: String, among candidates: [String]) -> String? {
        guard name.utf8.count <= maxLength else { return nil }
        let given = Array(name.lowercased().utf8)
        let limit = min(3, max(1, given.count / 3))
        var best: (name: String, distance: Int)?
        for candidate in candidates where candidate != name {
            let letters = Array(candidate.lowercased().utf8)
            guard abs(letters.count - given.count) <= limit else { continue }
            let distance = distance(given, letters)
            if distance <= limit, distance < best?.distance ?? .max { best = (candidate, distance) }
        }
        return best?.name
    }

    /// The number of insertions, deletions, substitutions and swaps of adjacent bytes between the two names (optimal
    /// string alignment distance).
    private static func distance(_ left: [UInt8], _ right: [UInt8]) -> Int {
        var beforePrevious: [Int] = []
        var previous = Array(0...right.count)
        for (row, letter) in left.enumerated() {
            var current = [row + 1]
            for (column, other) in right.enumerated() {
                var cost = min(previous[column + 1], current[column]) + 1
                cost = min(cost, previous[column] + (letter == other ? 0 : 1))
                if row > 0, column > 0, letter == right[column - 1], left[row - 1] == other {
                    cost = min(cost, beforePrevious[column - 1] + 1)
                }
                current.append(cost)
            }
            beforePrevious = previous
            previous = current
        }
        return previous[right.count]
    }
}
