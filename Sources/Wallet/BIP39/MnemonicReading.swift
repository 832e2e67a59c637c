import RouterBytes
import RouterSecrets
import SchemeRouter

extension Mnemonic {
    /// Reads words in UTF-8: any case, any white space between them, and full-width letters (NFKD, BIP39).
    public static func reading(_ words: borrowing Secret) throws(MnemonicError) -> Mnemonic {
        let text: NormalizedText
        do { text = try NormalizedText.reading(words, as: .nfkd) } catch { throw .notText }
        return try text.withCodePoints { (points) throws(MnemonicError) in try reading(points) }
    }

    /// The index in the word list of `typed`, read as ``reading(_:)`` reads words; nil for anything else.
    static func wordIndex(reading typed: borrowing Secret) -> Int? {
        guard let text = try? NormalizedText.reading(typed, as: .nfkd) else { return nil }
        return text.withCodePoints { points in
            var position = 0
            guard let word = nextWord(in: points, from: &position), nextWord(in: points, from: &position) == nil else {
                return nil
            }
            return WordList.index(of: points.extracting(word))
        }
    }

    private static func reading(_ points: Span<Int32>) throws(MnemonicError) -> Mnemonic {
        var position = 0
        var count = 0
        while nextWord(in: points, from: &position) != nil { count += 1 }
        guard let wordCount = WordCount(rawValue: count) else { throw .wordCount(count) }

        let bits = try packed(points)
        let entropy = Secret(count: wordCount.entropyLength) { memory in
            bits.withBytes { bytes in memory.copyBytes(from: bytes.extracting(first: memory.count)) }
        }
        let expected = entropy.withBytes { bytes in checksum(of: bytes) }
        let found = bits.withBytes { bytes in bytes[wordCount.entropyLength] }
        guard (expected ^ found) >> (8 - wordCount.entropyLength / 4) == 0, let mnemonic = of(entropy: entropy) else {
            throw .checksum
        }
        return mnemonic
    }

    /// The 11 bits of each word, one after the other. `points` are 24 words at most.
    private static func packed(_ points: Span<Int32>) throws(MnemonicError) -> Secret {
        var bits = Secret(count: 33) { memory in memory.update(repeating: 0) }
        var position = 0
        var number = 0
        while let word = nextWord(in: points, from: &position) {
            guard let index = WordList.index(of: points.extracting(word)) else {
                throw .unknownWord(number: number + 1)
            }
            bits.withMutableBytes { bytes in
                for bit in 0..<11 where index >> (10 - bit) & 1 == 1 {
                    let place = number * 11 + bit
                    bytes[place / 8] |= 0x80 >> UInt8(place % 8)
                }
            }
            number += 1
        }
        return bits
    }

    /// The range of the first word from `position` on; moves `position` past it.
    private static func nextWord(in points: Span<Int32>, from position: inout Int) -> Range<Int>? {
        guard let start = (position..<points.count).first(where: { !isWhiteSpace(points[$0]) }) else { return nil }
        position = (start..<points.count).first { isWhiteSpace(points[$0]) } ?? points.count
        return start..<position
    }

    private static func isWhiteSpace(_ point: Int32) -> Bool {
        Unicode.Scalar(UInt32(bitPattern: point))?.properties.isWhitespace ?? false
    }
}
