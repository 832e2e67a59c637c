import SchemeRouter

extension TransactionID {
    /// The id with this 32-byte digest, which is written byte-reversed.
    public init(digest: [UInt8]) {
        precondition(digest.count == 32, "a digest has 32 bytes")
        // Optimised: a payment converts hundreds of them.
        var digits = [UInt8](repeating: 0, count: 64)
        for (place, byte) in digest.enumerated() {
            digits[62 - 2 * place] = Self.digit(byte >> 4)
            digits[63 - 2 * place] = Self.digit(byte & 0xF)
        }
        guard let id = TransactionID(hex: String(decoding: digits, as: UTF8.self)) else {
            preconditionFailure("these are hex digits")
        }
        self = id
    }

    /// The digest, in the byte order of transactions.
    public var digest: [UInt8] {
        let digits = hex.utf8.span
        var digest = [UInt8](repeating: 0, count: 32)
        for place in 0..<32 {
            digest[31 - place] = Self.value(digits[2 * place]) << 4 | Self.value(digits[2 * place + 1])
        }
        return digest
    }

    private static func value(_ digit: UInt8) -> UInt8 { digit <= 57 ? digit - 48 : digit - 87 }
    private static func digit(_ value: UInt8) -> UInt8 { value < 10 ? value + 48 : value + 87 }
}
