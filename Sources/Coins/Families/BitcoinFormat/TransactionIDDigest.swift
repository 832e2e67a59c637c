import SchemeRouter

extension TransactionID {
    /// The id with this digest of 32 bytes, which is written byte-reversed.
    public init(digest: [UInt8]) {
        precondition(digest.count == 32, "a digest has 32 bytes")
        // A payment converts hundreds of them.
        let hex = String(unsafeUninitializedCapacity: 64) { buffer in
            for (place, byte) in digest.enumerated() {
                buffer[62 - 2 * place] = Self.digit(byte >> 4)
                buffer[63 - 2 * place] = Self.digit(byte & 0xF)
            }
            return 64
        }
        guard let id = TransactionID(hex: hex) else { preconditionFailure("these are hex digits") }
        self = id
    }

    /// The digest, in the order of a transaction's bytes.
    public var digest: [UInt8] {
        var hex = hex
        return hex.withUTF8 { digits in
            [UInt8](unsafeUninitializedCapacity: 32) { buffer, count in
                for place in 0..<32 {
                    buffer[31 - place] = Self.value(digits[2 * place]) << 4 | Self.value(digits[2 * place + 1])
                }
                count = 32
            }
        }
    }

    private static func value(_ digit: UInt8) -> UInt8 { digit <= 57 ? digit - 48 : digit - 87 }
    private static func digit(_ value: UInt8) -> UInt8 { value < 10 ? value + 48 : value + 87 }
}
