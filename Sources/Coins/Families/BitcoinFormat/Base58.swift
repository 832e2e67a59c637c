/// Base58 without a checksum.
package enum Base58 {
    /// The bytes of a text of at most ``Base58Check/maxLength`` characters; nil if it is longer or has other
    /// characters.
    package static func decode(_ text: String) -> [UInt8]? {
        let digits = text.utf8.span
        guard digits.count > 0, digits.count <= Base58Check.maxLength,
            let number = try? Base58Payload.number(digits)
        else { return nil }
        let zeros = digits.indices.first { digits[$0] != UInt8(ascii: "1") } ?? digits.count
        let limbs = number.bigEndian
        let count = number.byteCount
        return [UInt8](repeating: 0, count: zeros)
            + (0..<count).map { index in
                let position = 120 - count + index
                let limb = UInt64(bigEndian: limbs[position >> 3])
                return UInt8(truncatingIfNeeded: limb >> UInt64(56 - 8 * (position & 7)))
            }
    }

    /// The most characters for this many bytes: each character holds more than 5.8 bits.
    package static func longestText(of count: Int) -> Int { count * 138 / 100 + 1 }

    /// Writes the text of `bytes`; returns its number of characters.
    /// - Parameter text: memory for ``longestText(of:)`` characters.
    package static func write(_ bytes: Span<UInt8>, into text: inout MutableSpan<UInt8>) -> Int {
        let zeros = bytes.indices.first { bytes[$0] != 0 } ?? bytes.count
        // The digits are first collected in reverse.
        var length = 0
        for index in zeros..<bytes.count {
            var carry = UInt32(bytes[index])
            for position in 0..<length {
                carry += UInt32(text[position]) << 8
                text[position] = UInt8(carry % 58)
                carry /= 58
            }
            while carry > 0 {
                text[length] = UInt8(carry % 58)
                length += 1
                carry /= 58
            }
        }
        for _ in 0..<zeros {
            text[length] = 0
            length += 1
        }
        for position in 0..<length / 2 { text.swapAt(position, length - 1 - position) }
        for position in 0..<length { text[position] = Base58Check.alphabet[Int(text[position])] }
        return length
    }

    /// The value of a character as a digit; nil for any other.
    package static func value(of character: UInt8) -> UInt8? { UInt8(exactly: Base58Check.values[Int(character)]) }
}
