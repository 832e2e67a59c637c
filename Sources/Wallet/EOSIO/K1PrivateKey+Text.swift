import CSodium
import EOSIO
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

    private static let tag: StaticString = "K1"
    private static let prefix: StaticString = "PVT_K1_"
    private static let wifVersion: UInt8 = 0x80
    private static let checksumLength = 4

    /// Reads a private key from text in guarded memory, which it never leaves (S8).
    static func reading(_ text: borrowing Secret) throws(TextError) -> K1PrivateKey {
        let isTagged = text.withBytes { text in text.starts(with: bytes(of: prefix)) }
        guard isTagged || text.withBytes({ text in !text.starts(with: "PVT_".utf8) }) else { throw .unsupportedCurve }
        let payload = try text.withBytes { (text) throws(TextError) in
            try decoded(UnsafeRawBufferPointer(rebasing: text[(isTagged ? prefix.utf8CodeUnitCount : 0)...]))
        }
        // A wallet import format has its version before the key.
        let start = isTagged ? 0 : 1
        let key = try payload.withBytes { (payload) throws(TextError) in
            guard payload.count == start + SecretCurve.keyLength + checksumLength, isTagged || payload[0] == wifVersion
            else { throw .wrongLength }
            let content = UnsafeRawBufferPointer(rebasing: payload.dropLast(checksumLength))
            let expected = isTagged ? checksum(tagged: content) : checksum(walletImport: content)
            guard payload.suffix(checksumLength).elementsEqual(expected) else { throw .badChecksum }
            return Secret(count: SecretCurve.keyLength) { memory in memory.copyBytes(from: content[start...]) }
        }
        guard let key = K1PrivateKey(bytes: key) else { throw .outOfRange }
        return key
    }

    /// The text that every wallet of EOSIO reads: `5…` (Bitcoin's wallet import format without the mark of compression).
    borrowing func walletImportFormat() -> Secret {
        let payload = withBytes { key in
            Secret(count: 1 + key.count + Self.checksumLength) { memory in
                memory[0] = Self.wifVersion
                Self.copy(key, to: memory, at: 1)
                let content = UnsafeRawBufferPointer(rebasing: memory[..<(1 + key.count)])
                Self.checksum(walletImport: content).withUnsafeBytes { Self.copy($0, to: memory, at: 1 + key.count) }
            }
        }
        return Self.encoded(payload, prefix: "")
    }

    /// The text with the curve's name: `PVT_K1_…`.
    borrowing func taggedText() -> Secret {
        let payload = withBytes { key in
            Secret(count: key.count + Self.checksumLength) { memory in
                Self.copy(key, to: memory, at: 0)
                Self.checksum(tagged: key).withUnsafeBytes { Self.copy($0, to: memory, at: key.count) }
            }
        }
        return Self.encoded(payload, prefix: Self.prefix)
    }

    private static func decoded(_ text: UnsafeRawBufferPointer) throws(TextError) -> Secret {
        guard (1...64).contains(text.count) else { throw .malformed }
        var count: Int?
        let memory = Secret(count: text.count) { memory in count = Base58.decode(text, into: memory) }
        guard let count else { throw .malformed }
        return memory.withBytes { bytes in Secret(count: count) { $0.copyBytes(from: bytes.suffix(count)) } }
    }

    private static func encoded(_ payload: borrowing Secret, prefix: StaticString) -> Secret {
        var count = 0
        let digits = payload.withBytes { payload in
            Secret(count: 2 * payload.count) { memory in count = Base58.encode(payload, into: memory) }
        }
        return digits.withBytes { digits in
            Secret(count: prefix.utf8CodeUnitCount + count) { memory in
                copy(bytes(of: prefix), to: memory, at: 0)
                copy(UnsafeRawBufferPointer(rebasing: digits.suffix(count)), to: memory, at: prefix.utf8CodeUnitCount)
            }
        }
    }

    private static func checksum(tagged content: UnsafeRawBufferPointer) -> [UInt8] {
        Array(Hash.ripemd160(secret: content, tag).bytes.prefix(checksumLength))
    }

    private static func checksum(walletImport content: UnsafeRawBufferPointer) -> [UInt8] {
        var digest = [UInt8](repeating: 0, count: Int(crypto_hash_sha256_BYTES))
        crypto_hash_sha256(&digest, content.octets, UInt64(content.count))
        let once = digest
        crypto_hash_sha256(&digest, once, UInt64(once.count))
        return Array(digest.prefix(checksumLength))
    }

    private static func bytes(of text: StaticString) -> UnsafeRawBufferPointer {
        UnsafeRawBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount)
    }

    private static func copy(_ bytes: UnsafeRawBufferPointer, to memory: UnsafeMutableRawBufferPointer, at place: Int) {
        UnsafeMutableRawBufferPointer(rebasing: memory[place...]).copyMemory(from: bytes)
    }
}
