import RouterBytes
import RouterCSodium
import RouterSecrets
import SchemeRouter

/// The words that every key of a wallet is derived from (BIP39, English list).
///
/// It is kept as its entropy in a `Secret`; the words exist only where they are shown or read.
public struct Mnemonic: ~Copyable, Sendable {
    /// The number of words.
    public enum WordCount: Int, Sendable, CaseIterable {
        /// 128 bits.
        case twelve = 12
        /// 160 bits.
        case fifteen = 15
        /// 192 bits.
        case eighteen = 18
        /// 224 bits.
        case twentyOne = 21
        /// 256 bits.
        case twentyFour = 24

        /// Bytes of entropy: 32 bits for every three words.
        var entropyLength: Int { rawValue / 3 * 4 }
    }

    let entropy: Secret
    /// The number of words.
    public let wordCount: WordCount

    /// The mnemonic of this entropy; nil unless it has 16, 20, 24, 28 or 32 bytes.
    static func of(entropy: consuming Secret) -> Mnemonic? {
        let length = entropy.count
        guard let wordCount = WordCount.allCases.first(where: { $0.entropyLength == length }) else { return nil }
        return Mnemonic(entropy: entropy, wordCount: wordCount)
    }

    /// A new mnemonic from the system's random numbers.
    public static func random(_ wordCount: WordCount) -> Mnemonic {
        Mnemonic(entropy: .random(count: wordCount.entropyLength), wordCount: wordCount)
    }

    borrowing func duplicate() -> Mnemonic { Mnemonic(entropy: entropy.duplicate(), wordCount: wordCount) }

    /// The index in the word list of the word at `position`, counted from 0.
    borrowing func wordIndex(at position: Int) -> Int {
        checksummedEntropy().withBytes { bytes in Self.wordIndex(at: position, in: bytes) }
    }

    /// The words in lower-case ASCII, separated by single spaces.
    public borrowing func words() -> Secret {
        let wordCount = wordCount.rawValue
        let bits = checksummedEntropy()
        return Secret(capacity: wordCount * (WordList.longestWord + 1)) { memory in
            var length = 0
            for position in 0..<wordCount {
                let word = WordList.word(bits.withBytes { bytes in Self.wordIndex(at: position, in: bytes) })
                if position > 0 {
                    memory[length] = UInt8(ascii: " ")
                    length += 1
                }
                memory.copyBytes(from: word, at: length)
                length += word.count
            }
            return length
        }
    }

    /// The 64-byte seed of BIP32: PBKDF2-HMAC-SHA-512 over the words with 2,048 rounds.
    /// - Parameter passphrase: BIP39's optional passphrase in UTF-8; empty if there is none.
    borrowing func seed(passphrase: borrowing Secret) throws(NormalizedText.NotText) -> Secret {
        let passphrase = try NormalizedText.reading(passphrase, as: .nfkd).utf8()
        let prefix = "mnemonic".utf8
        let salt = Secret(count: prefix.count + passphrase.count) { memory in
            memory.copyBytes(from: prefix)
            passphrase.withBytes { bytes in memory.copyBytes(from: bytes, at: prefix.count) }
        }
        return HMACSHA512.pbkdf2(password: words(), salt: salt, rounds: 2048)
    }

    /// The entropy and the first byte of its SHA-256, whose leading bits are the checksum.
    private borrowing func checksummedEntropy() -> Secret {
        Secret(count: entropy.count + 1) { memory in
            entropy.withBytes { bytes in
                memory.copyBytes(from: bytes)
                memory[bytes.count] = Self.checksum(of: bytes)
            }
        }
    }

    /// The first byte of SHA-256. Its first `entropyLength / 4` bits belong to the words.
    static func checksum(of entropy: Span<UInt8>) -> UInt8 {
        let hash = Secret(count: Int(crypto_hash_sha256_BYTES)) { memory in
            unsafe memory.withOctets { hash in
                unsafe entropy.withOctets { bytes in _ = unsafe crypto_hash_sha256(hash, bytes, UInt64(entropy.count)) }
            }
        }
        return hash.withBytes { bytes in bytes[0] }
    }

    /// The 11 bits of word `position`. Reads at most one byte beyond the entropy.
    private static func wordIndex(at position: Int, in bytes: Span<UInt8>) -> Int {
        let firstBit = position * 11
        var bits = 0
        for offset in 0..<3 {
            let index = firstBit / 8 + offset
            bits = bits << 8 | (index < bytes.count ? Int(bytes[index]) : 0)
        }
        return bits >> (13 - firstBit % 8) & 0x7ff
    }
}

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

/// Why words are not a BIP39 mnemonic. It says where the mistake is and never what the words are (S8).
public enum MnemonicError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The bytes are not UTF-8 text.
    case notText
    /// There are `count` words instead of 12, 15, 18, 21 or 24.
    case wordCount(Int)
    /// Word `number`, counted from 1, is not in the English list.
    case unknownWord(number: Int)
    /// Every word is in the list, but the checksum is wrong: one word is wrong, or two are swapped.
    case checksum

    /// The mistake, for the person.
    public var description: String {
        switch self {
        case .notText: "The recovery words are not valid text."
        case .wordCount(let count): "There are \(count) words; a mnemonic has 12, 15, 18, 21 or 24."
        case .unknownWord(let number): "Word \(number) is not in the BIP39 word list."
        case .checksum: "The checksum is wrong: a word is wrong, or the words are in the wrong order."
        }
    }
}

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
