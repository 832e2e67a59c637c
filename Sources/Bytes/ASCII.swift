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
    package init?(hexDigits text: String) { self.init(hexDigits: text.utf8.span) }

    /// The bytes of hexadecimal digits in either case, two for each; nil for anything else.
    package init?(hexDigits text: Span<UInt8>) {
        guard text.count.isMultiple(of: 2) else { return nil }
        self.init()
        reserveCapacity(text.count / 2)
        for offset in stride(from: 0, to: text.count, by: 2) {
            guard let high = text[offset].hexDigitValue, let low = text[offset + 1].hexDigitValue else { return nil }
            append(high << 4 | low)
        }
    }

    private static let hexDigits = Array("0123456789abcdef".utf8)
}

extension UInt8 {
    // One subtraction tests both ends of a range.
    @inlinable package var isASCIILetter: Bool { (self | 0x20) &- 0x61 < 26 }

    @inlinable package var isASCIIDigit: Bool { self &- 0x30 < 10 }

    /// Lower case for ASCII letters, everything else unchanged.
    @inlinable package var lowercasedASCII: UInt8 { (0x41...0x5A).contains(self) ? self | 0x20 : self }

    /// The value of a hexadecimal digit of either case; nil for anything else.
    @inlinable package var hexDigitValue: UInt8? {
        switch self {
        case 0x30...0x39: self - 0x30
        case 0x41...0x46: self - 0x37
        case 0x61...0x66: self - 0x57
        default: nil
        }
    }
}
