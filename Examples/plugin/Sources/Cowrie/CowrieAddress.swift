/// An address of the family: two letters, two check digits, and sixteen digits, as in `CW37…`. One wrong digit, or two that
/// are exchanged, are always found (ISO 7064, MOD 97-10).
package struct CowrieAddress: Sendable, Hashable {
    /// The address as it is written.
    package let text: String

    private static let letters = Array("CW".utf8)

    /// Reads an address; nil for any other text.
    package init?(_ text: String) {
        let bytes = Array(text.utf8)
        guard bytes.count == 20, bytes.starts(with: Self.letters),
            bytes[2...].allSatisfy({ (0x30...0x39).contains($0) }), Self.remainder(of: bytes) == 1
        else { return nil }
        self.text = text
    }

    /// The address with that number, which has at most sixteen digits.
    package init?(number: UInt64) {
        let digits = String(number)
        guard digits.utf8.count <= 16 else { return nil }
        let number = Array((String(repeating: "0", count: 16 - digits.utf8.count) + digits).utf8)
        let check = 98 - Self.remainder(of: Self.letters + Array("00".utf8) + number)
        let checkDigits = Array((check < 10 ? "0\(check)" : "\(check)").utf8)
        text = String(decoding: Self.letters + checkDigits + number, as: UTF8.self)
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
