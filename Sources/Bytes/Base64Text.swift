/// Base64 of links (RFC 4648). Accepts only the canonical encoding.
package enum Base64Text {
    /// The bytes; nil for anything that an encoder would not have written.
    package static func decode(_ text: ArraySlice<UInt8>, isForURL: Bool) -> [UInt8]? {
        let digits = isForURL ? text : text.prefix { $0 != UInt8(ascii: "=") }
        guard isForURL || (text.count.isMultiple(of: 4) && text.count - digits.count <= 2), digits.count % 4 != 1,
            isForURL || text.dropFirst(digits.count).allSatisfy({ $0 == UInt8(ascii: "=") })
        else { return nil }
        var bytes: [UInt8] = []
        var (bits, count): (UInt32, Int) = (0, 0)
        for byte in digits {
            guard let digit = digit(byte, isForURL: isForURL) else { return nil }
            bits = (bits << 6 | digit) & 0xFFFF
            count += 6
            guard count >= 8 else { continue }
            count -= 8
            bytes.append(UInt8(truncatingIfNeeded: bits >> count))
        }
        // The unused bits must be zero, or two texts would encode the same bytes.
        return bits & ((1 << count) - 1) == 0 ? bytes : nil
    }

    private static func digit(_ byte: UInt8, isForURL: Bool) -> UInt32? {
        switch byte {
        case 0x41...0x5A: UInt32(byte - 0x41)
        case 0x61...0x7A: UInt32(byte - 0x61) + 26
        case 0x30...0x39: UInt32(byte - 0x30) + 52
        case UInt8(ascii: "-") where isForURL, UInt8(ascii: "+") where !isForURL: 62
        case UInt8(ascii: "_") where isForURL, UInt8(ascii: "/") where !isForURL: 63
        default: nil
        }
    }
}
