/// Base58 with Bitcoin's alphabet, without a checksum: EOSIO has its own. Only for public texts: it leaves copies in
/// memory.
enum Base58 {
    /// The longest text that is read; a K1 signature has 101 characters, a WebAuthn one more. Decoding takes quadratic
    /// time.
    static let maxLength = 1024

    private static let alphabet = Array("123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz".utf8)

    /// The bytes encoded from offset `start` on. Throws if a character is not in the alphabet.
    static func bytes(_ text: String, from start: Int) throws(KeyError) -> [UInt8] {
        var digits: [Int] = []
        for (offset, character) in text.utf8.enumerated().dropFirst(start) {
            guard let digit = alphabet.firstIndex(of: character) else { throw .badCharacter(offset: offset) }
            digits.append(digit)
        }
        return converted(digits, from: 58, to: 256).map { UInt8($0) }
    }

    static func text(_ bytes: [UInt8]) -> String {
        let digits = converted(bytes.map { Int($0) }, from: 256, to: 58)
        return String(decoding: digits.map { alphabet[$0] }, as: UTF8.self)
    }

    /// The digits of a number, most significant first, in another base. Leading zeros are preserved.
    private static func converted(_ digits: [Int], from base: Int, to other: Int) -> [Int] {
        var lowestFirst: [Int] = []
        for digit in digits {
            var carry = digit
            for place in lowestFirst.indices {
                carry += base * lowestFirst[place]
                lowestFirst[place] = carry % other
                carry /= other
            }
            while carry > 0 {
                lowestFirst.append(carry % other)
                carry /= other
            }
        }
        return digits.prefix { $0 == 0 } + lowestFirst.reversed()
    }
}
