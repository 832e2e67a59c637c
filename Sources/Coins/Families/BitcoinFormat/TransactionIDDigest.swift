import SchemeRouter

extension TransactionID {
    /// The id with this digest of 32 bytes, which is written byte-reversed.
    public init(digest: [UInt8]) {
        let digits = Array("0123456789abcdef".utf8)
        let hex = digest.reversed().flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 0xF)]] }
        guard let id = TransactionID(hex: String(decoding: hex, as: UTF8.self)) else {
            preconditionFailure("a digest has 32 bytes")
        }
        self = id
    }

    /// The digest, in the order of a transaction's bytes.
    public var digest: [UInt8] {
        let digits = hex.utf8.map { $0 <= 57 ? $0 - 48 : $0 - 87 }
        return stride(from: 62, through: 0, by: -2).map { digits[$0] << 4 | digits[$0 + 1] }
    }
}
