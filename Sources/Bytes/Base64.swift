/// Base64 (RFC 4648) without line breaks. Decoding accepts only the canonical encoding.
package enum Base64 {
    private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
    private static let padding = UInt8(ascii: "=")

    /// With padding.
    package static func encode(_ bytes: [UInt8]) -> String {
        let alphabet = alphabet
        var text: [UInt8] = []
        text.reserveCapacity((bytes.count + 2) / 3 * 4)
        for start in stride(from: 0, to: bytes.count, by: 3) {
            let given = min(3, bytes.count - start)
            var group: UInt32 = 0
            for index in 0..<3 { group = group << 8 | (index < given ? UInt32(bytes[start + index]) : 0) }
            for index in 0..<4 {
                let value = Int(group >> UInt32(18 - 6 * index) & 0x3F)
                text.append(index <= given ? alphabet[value] : padding)
            }
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// The bytes that `text` encodes; nil for anything that an encoder would not have written.
    /// - Parameter isForURL: whether it is written for URLs: without padding, and with `-_` instead of `+/` (RFC 4648,
    ///   5).
    package static func decode(_ text: some Collection<UInt8>, isForURL: Bool = false) -> [UInt8]? {
        let characters = Array(text)
        guard isForURL ? characters.count % 4 != 1 : characters.count % 4 == 0 else { return nil }
        let padded = isForURL ? 0 : characters.suffix(2).count { $0 == padding }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(characters.count / 4 * 3 + 2)
        var group: UInt32 = 0
        var spare: UInt32 = 0
        for character in characters.dropLast(padded) {
            guard let value = value(character, isForURL: isForURL) else { return nil }
            group = group << 6 | value
            spare += 6
            if spare >= 8 {
                spare -= 8
                bytes.append(UInt8(truncatingIfNeeded: group >> spare))
            }
        }
        // The unused bits of the last group must be zero, or two texts would encode the same bytes.
        return group & (1 << spare - 1) == 0 ? bytes : nil
    }

    private static func value(_ character: UInt8, isForURL: Bool) -> UInt32? {
        switch character {
        case 0x41...0x5A: UInt32(character - 0x41)
        case 0x61...0x7A: UInt32(character - 0x61) + 26
        case 0x30...0x39: UInt32(character - 0x30) + 52
        case UInt8(ascii: "-") where isForURL, UInt8(ascii: "+") where !isForURL: 62
        case UInt8(ascii: "_") where isForURL, UInt8(ascii: "/") where !isForURL: 63
        default: nil
        }
    }
}

/// The name that readers of links use.
package typealias Base64Text = Base64
