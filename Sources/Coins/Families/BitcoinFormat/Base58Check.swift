import RouterBytes

/// Base58 with a checksum: addresses, extended keys, private keys in wallet import format.
public enum Base58Check {
    /// The longest text that is read; an extended key has 111 characters. Decoding takes quadratic time.
    public static let maxLength = 120

    /// Why a text is not Base58Check.
    public enum Failure: Error, Sendable, Equatable {
        /// The character at this offset is not in the alphabet.
        case badCharacter(Int)
        /// Fewer bytes than a checksum.
        case tooShort
        /// Longer than ``maxLength``.
        case tooLong
        /// The checksum does not match.
        case badChecksum
    }

    /// The bytes before the checksum.
    public static func decode(_ text: String) throws(Failure) -> [UInt8] {
        try Base58Payload(text).bytes(from: 0)
    }

    /// The text of `payload` with its checksum.
    public static func encode(_ payload: [UInt8]) -> String {
        let checksum = unsafe Digest.checksum(payload.span.bytes)
        let bytes = payload + (0..<4).map { UInt8(truncatingIfNeeded: checksum >> (24 - 8 * UInt32($0))) }
        return Base58.encode(bytes)
    }
}
