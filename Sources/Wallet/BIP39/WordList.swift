/// The 2,048 English words of BIP39, in alphabetical order.
enum WordList {
    static let longestWord = 8

    /// Where each word begins in the embedded file, and where the last one ends. Each word is followed by a line feed.
    private static let starts: [Int] = {
        var starts = [0]
        for (offset, byte) in text.enumerated() where byte == UInt8(ascii: "\n") { starts.append(offset + 1) }
        precondition(starts.count == 2049, "the word list has 2,048 lines")
        return starts
    }()

    private static let text: [UInt8] = PackageResources.english_txt

    /// The letters of word `index`, 0…2047, in ASCII.
    static func word(_ index: Int) -> ArraySlice<UInt8> { text[starts[index]..<starts[index + 1] - 1] }

    /// The index of the word that `letters` spell in upper or lower case; nil if there is none.
    static func index(of letters: Span<Int32>) -> Int? {
        guard letters.count <= longestWord else { return nil }
        var range = 0..<2048
        while let middle = range.isEmpty ? nil : (range.lowerBound + range.upperBound) / 2 {
            switch compare(letters, with: word(middle)) {
            case 0: return middle
            case ..<0: range = range.lowerBound..<middle
            default: range = middle + 1..<range.upperBound
            }
        }
        return nil
    }

    /// Negative if `letters` sort before `word`, positive if after, zero if they are equal.
    private static func compare(_ letters: Span<Int32>, with word: ArraySlice<UInt8>) -> Int {
        for (place, expected) in zip(letters.indices, word) {
            let letter = letters[place]
            let isUpperCase = letter >= 65 && letter <= 90
            let difference = Int(letter) + (isUpperCase ? 32 : 0) - Int(expected)
            if difference != 0 { return difference }
        }
        return letters.count - word.count
    }
}
