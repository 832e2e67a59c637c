import SchemeRouter

/// Bytes in base32 (RFC 4648, 6), or in other digits, in canonical form only.
struct Base32Text {
    let bytes: [UInt8]
    /// The text in the case of its alphabet.
    let text: String
    /// Whether it was in small letters instead of capitals.
    let wasFolded: Bool

    /// Nil if a character is wrong, a bit of the padding is not zero, or a character holds nothing but padding.
    init?(_ digits: ArraySlice<UInt8>, alphabet: [UInt8]?, padding: AddressCode.Padding) {
        var digits = Array(digits)
        let hasSmall = digits.contains { (0x61...0x7A).contains($0) }
        let hasCapital = digits.contains { (0x41...0x5A).contains($0) }
        // Nothing is lost if a program changed the case of all letters.
        wasFolded = alphabet == nil && hasSmall && !hasCapital
        if wasFolded { digits = digits.map { (0x61...0x7A).contains($0) ? $0 - 0x20 : $0 } }
        text = String(decoding: digits, as: UTF8.self)
        let alphabet = alphabet ?? Self.usual
        var values: [UInt8] = []
        values.reserveCapacity(digits.count)
        for digit in digits {
            guard let value = alphabet.firstIndex(of: digit) else { return nil }
            values.append(UInt8(value))
        }
        let rest = values.count * 5 % 8
        guard rest < 5 else { return nil }
        var group: UInt32 = 0
        var bits = 0
        var data: [UInt8] = []
        for (index, value) in values.enumerated() {
            if index == 0, padding == .before {
                guard value >> UInt8(5 - rest) == 0 else { return nil }
                (group, bits) = (UInt32(value), 5 - rest)
            } else {
                (group, bits) = ((group << 5 | UInt32(value)) & 0xFFF, bits + 5)
            }
            guard bits >= 8 else { continue }
            bits -= 8
            data.append(UInt8(truncatingIfNeeded: group >> UInt32(bits)))
        }
        guard bits == 0 || group & (1 << UInt32(bits) - 1) == 0 else { return nil }
        bytes = data
    }

    private static let usual = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".utf8)
}
