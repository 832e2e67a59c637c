import SchemeRouter

/// An address of the family: two letters of its network, two check digits, and sixteen digits, as in `CW37…`. One wrong
/// digit, or two that are exchanged, are always found (ISO 7064, MOD 97-10).
package struct CowrieAddress: Sendable, Hashable {
    /// The address as it is written.
    package let text: String

    /// Reads an address of a network; nil for any other text.
    package init?(_ text: String, on network: NetworkParameters) {
        let bytes = Array(text.utf8)
        guard bytes.count == 20, let letters = Self.letters(of: network), bytes.starts(with: letters),
            bytes[2...].allSatisfy({ (0x30...0x39).contains($0) }), Self.remainder(of: bytes) == 1
        else { return nil }
        self.text = text
    }

    /// The address with that number, which has at most sixteen digits.
    package init?(number: UInt64, on network: NetworkParameters) {
        let digits = String(number)
        guard digits.utf8.count <= 16, let letters = Self.letters(of: network) else { return nil }
        let number = Array((String(repeating: "0", count: 16 - digits.utf8.count) + digits).utf8)
        let check = 98 - Self.remainder(of: letters + Array("00".utf8) + number)
        let checkDigits = Array((check < 10 ? "0\(check)" : "\(check)").utf8)
        text = String(decoding: letters + checkDigits + number, as: UTF8.self)
    }

    /// The letters of a network; they stand in its descriptor.
    private static func letters(of network: NetworkParameters) -> [UInt8]? {
        guard let letters = network.bech32, letters.utf8.count == 2 else { return nil }
        return Array(letters.uppercased().utf8)
    }

    /// The remainder by 97 of the digits behind the letters, the letters as two digits each, and the check digits.
    private static func remainder(of bytes: [UInt8]) -> Int {
        var remainder = 0
        for byte in bytes[4...] + bytes[..<4] {
            let isDigit = (0x30...0x39).contains(byte)
            remainder = isDigit ? (remainder * 10 + Int(byte) - 0x30) % 97 : (remainder * 100 + Int(byte) - 55) % 97
        }
        return remainder
    }
}
