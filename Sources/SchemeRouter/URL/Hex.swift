extension [UInt8] {
    /// The bytes in lower-case hexadecimal digits.
    package var hex: String {
        var text: [UInt8] = []
        text.reserveCapacity(count * 2)
        for byte in self {
            text.append(Self.hexDigits[Int(byte >> 4)])
            text.append(Self.hexDigits[Int(byte & 15)])
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// The bytes of hexadecimal digits in either case, two for each; nil for anything else.
    package init?(hexDigits text: String) {
        guard text.utf8.count.isMultiple(of: 2) else { return nil }
        self.init()
        reserveCapacity(text.utf8.count / 2)
        var high: UInt8?
        for character in text.utf8 {
            let digit: UInt8
            switch character {
            case 0x30...0x39: digit = character - 0x30
            case 0x41...0x46, 0x61...0x66: digit = (character | 0x20) - 0x57
            default: return nil
            }
            if let first = high {
                append(first << 4 | digit)
                high = nil
            } else {
                high = digit
            }
        }
    }

    private static let hexDigits = Array("0123456789abcdef".utf8)
}
