import SchemeRouter

/// A key of the ledger, and its signatures.
///
/// It shows where signing belongs, but its signatures are not secure: anyone who sees one can find the key. A family
/// with real money uses a proper cryptographic library, and keeps its keys in a separate program (S8).
struct CowrieSigner: Sendable {
    private let key: UInt64

    init(key: UInt64) {
        self.key = key
    }

    /// The number of the key's address.
    var number: UInt64 { Self.mix(key, Array("address".utf8)) % 10_000_000_000_000_000 }

    /// The key's signature of a text, in hex.
    func signature(over text: String) -> String { Self.hex(Self.mix(key, Array(text.utf8))) }

    func isSignature(_ signature: String, over text: String) -> Bool { self.signature(over: text) == signature }

    /// The id of a transaction: a number of 64 hexadecimal digits.
    static func id(of bytes: [UInt8]) -> TransactionID? {
        TransactionID(hex: (0..<4).map { hex(mix(UInt64($0) + 1, bytes)) }.joined())
    }

    private static func mix(_ start: UInt64, _ bytes: [UInt8]) -> UInt64 {
        // FNV-1a, and a final step that makes all bits depend on all bytes.
        var state = start ^ 0xCBF2_9CE4_8422_2325
        for byte in bytes { state = (state ^ UInt64(byte)) &* 0x0000_0100_0000_01B3 }
        state = (state ^ state >> 32) &* 0x9E37_79B9_7F4A_7C15
        return state ^ state >> 29
    }

    private static func hex(_ number: UInt64) -> String {
        let digits = String(number, radix: 16)
        return String(repeating: "0", count: 16 - digits.utf8.count) + digits
    }
}
