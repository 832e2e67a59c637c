/// Base58 with Bitcoin's alphabet, without a checksum. Only ``write(_:into:)`` is for secrets: the others leave copies in
/// memory.
package enum Base58 {
    package static let alphabet = Array("123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz".utf8)

    /// The value of each byte as a digit; -1 for any other.
    package static let values: [Int8] = {
        var values = [Int8](repeating: -1, count: 256)
        for (value, byte) in alphabet.enumerated() { values[Int(byte)] = Int8(value) }
        return values
    }()

    /// The value of a character as a digit; nil for any other.
    package static func value(of character: UInt8) -> UInt8? { UInt8(exactly: values[Int(character)]) }

    /// A character at this offset from the start of the text is not in the alphabet.
    package struct BadCharacter: Error, Equatable {
        package let offset: Int
    }

    /// The bytes of a text of any length, which takes quadratic time.
    package static func bytes(of text: ArraySlice<UInt8>) throws(BadCharacter) -> [UInt8] {
        // The lowest first. 58^5 fits in 32 bits, so five characters are processed at once.
        var limbs: [UInt32] = []
        var start = text.startIndex
        while start < text.endIndex {
            let end = min(start + 5, text.endIndex)
            var (carry, factor): (UInt64, UInt64) = (0, 1)
            for index in start..<end {
                guard let digit = value(of: text[index]) else { throw BadCharacter(offset: index - text.startIndex) }
                carry = carry * 58 + UInt64(digit)
                factor *= 58
            }
            for place in limbs.indices {
                carry += UInt64(limbs[place]) * factor
                limbs[place] = UInt32(truncatingIfNeeded: carry)
                carry >>= 32
            }
            if carry > 0 { limbs.append(UInt32(carry)) }
            start = end
        }
        var bytes = [UInt8](repeating: 0, count: text.prefix { $0 == alphabet[0] }.count)
        let zeros = bytes.count
        for limb in limbs.reversed() {
            for shift: UInt32 in [24, 16, 8, 0] {
                let byte = UInt8(truncatingIfNeeded: limb >> shift)
                if byte > 0 || bytes.count > zeros { bytes.append(byte) }
            }
        }
        return bytes
    }

    /// The bytes of a text; nil if it is empty, has other characters, or more than `most` bytes: its length is measured
    /// first.
    package static func decode(_ text: ArraySlice<UInt8>, most: Int) -> [UInt8]? {
        guard !text.isEmpty, text.count <= longestText(of: most), let bytes = try? bytes(of: text), bytes.count <= most
        else { return nil }
        return bytes
    }

    package static func encode(_ bytes: [UInt8]) -> String {
        var text = [UInt8](repeating: 0, count: longestText(of: bytes.count))
        var memory = text.mutableSpan
        let length = write(bytes.span, into: &memory)
        return String(decoding: text[..<length], as: UTF8.self)
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
        for position in 0..<length { text[position] = alphabet[Int(text[position])] }
        return length
    }
}
