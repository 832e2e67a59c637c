/// The permutation of ZIP-316 that makes every byte depend on all others: four rounds, each with BLAKE2b of one half.
enum F4Jumble {
    /// The input lengths that are accepted: one receiver of 20 bytes at least. ZIP-316 allows up to 4 MiB.
    static let lengths = 38...AddressCheck.maxLength

    /// The original bytes; nil if there are too few or too many.
    static func undo(_ bytes: [UInt8]) -> [UInt8]? {
        guard lengths.contains(bytes.count) else { return nil }
        let size = min(64, bytes.count / 2)
        var left = Array(bytes.prefix(size))
        var right = Array(bytes.dropFirst(size))
        for round in [1, 0] as [UInt8] {
            mix(&left, with: digest(of: right, "UA_F4Jumble_H", [round, 0, 0], size: left.count))
            mix(&right, with: stream(from: left, round: round, size: right.count))
        }
        return left + right
    }

    private static func mix(_ bytes: inout [UInt8], with others: [UInt8]) {
        for index in bytes.indices { bytes[index] ^= others[index] }
    }

    /// This many bytes, 64 from each digest.
    private static func stream(from bytes: [UInt8], round: UInt8, size: Int) -> [UInt8] {
        let stream = stride(from: 0, to: size, by: 64).enumerated().flatMap { block, _ in
            // The number of the digest has two bytes; the longest input needs 127 digests.
            digest(of: bytes, "UA_F4Jumble_G", [round, UInt8(block), 0], size: 64)
        }
        return Array(stream.prefix(size))
    }

    private static func digest(of bytes: [UInt8], _ name: StaticString, _ number: [UInt8], size: Int) -> [UInt8] {
        Blake2b.digest(of: bytes, size: size, personal: name.description.utf8 + number)
    }
}
