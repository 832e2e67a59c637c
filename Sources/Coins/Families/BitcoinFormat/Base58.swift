/// Base58 without a checksum.
package enum Base58 {
    /// The bytes of a text of at most ``Base58Check/maxLength`` characters; nil where it is longer or has others.
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

    /// The value of a character as a digit; nil for any other.
    package static func value(of character: UInt8) -> UInt8? { UInt8(exactly: Base58Check.values[Int(character)]) }
}
