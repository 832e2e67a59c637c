/// Base64 (RFC 4648, 4) with padding and without line breaks. Decoding accepts only the canonical encoding.
package enum Base64 {
    private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
    private static let padding = UInt8(ascii: "=")
    /// The value of each character; 64 for any other.
    private static let values: [UInt8] = {
        var values = [UInt8](repeating: 64, count: 256)
        for (value, character) in alphabet.enumerated() { values[Int(character)] = UInt8(value) }
        return values
    }()

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

    /// The bytes that `text` encodes; nil if ``encode(_:)`` would not write it.
    package static func decode(_ text: some Collection<UInt8>) -> [UInt8]? {
        let values = values
        let characters = Array(text)
        guard characters.count % 4 == 0 else { return nil }
        let padded = characters.suffix(2).count { $0 == padding }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(characters.count / 4 * 3)
        var group: UInt32 = 0
        var spare: UInt32 = 0
        for character in characters.dropLast(padded) {
            let value = values[Int(character)]
            guard value < 64 else { return nil }
            group = group << 6 | UInt32(value)
            spare += 6
            if spare >= 8 {
                spare -= 8
                bytes.append(UInt8(truncatingIfNeeded: group >> spare))
            }
        }
        // The unused bits of the last group must be zero, or two texts would encode the same bytes.
        return group & (1 << spare - 1) == 0 ? bytes : nil
    }
}
