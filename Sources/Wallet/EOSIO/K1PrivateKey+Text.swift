import RouterBytes
import RouterCSodium
import RouterEOSIO
import RouterSecrets
import SchemeRouter

extension K1PrivateKey {
    /// Why a text is no private key. It says nothing of the text itself.
    enum TextError: Error, Sendable, Equatable {
        /// Neither a wallet import format (`5…`) nor `PVT_K1_…`.
        case malformed
        /// A key of another curve.
        case unsupportedCurve
        /// Of a length that no key of EOSIO has, such as Bitcoin's for compressed keys.
        case wrongLength
        /// The checksum does not fit the rest: a typing error.
        case badChecksum
        /// Zero, or not below the order of the curve.
        case outOfRange
    }

    private static let tag = "K1"
    private static let prefix = "PVT_K1_"
    private static let wifVersion: UInt8 = 0x80
    private static let checksumLength = 4

    /// Reads a private key from text in guarded memory, which it never leaves (S8).
    static func reading(_ text: borrowing Secret) throws(TextError) -> K1PrivateKey {
        let isTagged = text.withBytes { text in text.starts(with: prefix.utf8) }
        guard isTagged || text.withBytes({ text in !text.starts(with: "PVT_".utf8) }) else { throw .unsupportedCurve }
        let payload = try text.withBytes { (text) throws(TextError) in
            try decoded(text.extracting((isTagged ? prefix.utf8.count : 0)...))
        }
        // A wallet import format has its version before the key.
        let start = isTagged ? 0 : 1
        let key = try payload.withBytes { (payload) throws(TextError) in
            guard payload.count == start + SecretCurve.keyLength + checksumLength, isTagged || payload[0] == wifVersion
            else { throw .wrongLength }
            let content = payload.extracting(droppingLast: checksumLength)
            let expected = isTagged ? checksum(tagged: content) : checksum(walletImport: content)
            guard payload.extracting(last: checksumLength).elementsEqual(expected) else { throw .badChecksum }
            return Secret(count: SecretCurve.keyLength) { memory in
                memory.copyBytes(from: content.extracting(start...))
            }
        }
        guard let key = K1PrivateKey(bytes: key) else { throw .outOfRange }
        return key
    }

    /// The text that every wallet of EOSIO reads: `5…` (Bitcoin's wallet import format without the mark of compression).
    borrowing func walletImportFormat() -> Secret {
        let payload = withBytes { key in
            Secret(count: 1 + key.count + Self.checksumLength) { memory in
                memory[0] = Self.wifVersion
                memory.copyBytes(from: key, at: 1)
                let checksum = Self.checksum(walletImport: memory.span.extracting(droppingLast: Self.checksumLength))
                memory.copyBytes(from: checksum, at: 1 + key.count)
            }
        }
        return Self.encoded(payload, prefix: "")
    }

    /// The text with the curve's name: `PVT_K1_…`.
    borrowing func taggedText() -> Secret {
        let payload = withBytes { key in
            Secret(count: key.count + Self.checksumLength) { memory in
                memory.copyBytes(from: key)
                memory.copyBytes(from: Self.checksum(tagged: key), at: key.count)
            }
        }
        return Self.encoded(payload, prefix: Self.prefix)
    }

    private static func decoded(_ text: Span<UInt8>) throws(TextError) -> Secret {
        guard (1...64).contains(text.count) else { throw .malformed }
        var count: Int?
        let memory = Secret(count: text.count) { memory in count = Base58.decode(text, into: &memory) }
        guard let count else { throw .malformed }
        return memory.withBytes { bytes in Secret(count: count) { $0.copyBytes(from: bytes.extracting(last: count)) } }
    }

    private static func encoded(_ payload: borrowing Secret, prefix: String) -> Secret {
        var count = 0
        let digits = payload.withBytes { payload in
            Secret(count: 2 * payload.count) { memory in count = Base58.encode(payload, into: &memory) }
        }
        return digits.withBytes { digits in
            Secret(count: prefix.utf8.count + count) { memory in
                memory.copyBytes(from: prefix.utf8)
                memory.copyBytes(from: digits.extracting(last: count), at: prefix.utf8.count)
            }
        }
    }

    private static func checksum(tagged content: Span<UInt8>) -> [UInt8] {
        Array(Hash.ripemd160(secret: content, tag).bytes.prefix(checksumLength))
    }

    private static func checksum(walletImport content: Span<UInt8>) -> [UInt8] {
        var digest = [UInt8](repeating: 0, count: Int(crypto_hash_sha256_BYTES))
        unsafe content.withOctets { bytes in _ = unsafe crypto_hash_sha256(&digest, bytes, UInt64(content.count)) }
        return Array(PublicDigest.sha256(digest).prefix(checksumLength))
    }
}
