import RouterBytes
import RouterSecrets
import SchemeRouter

/// The contents of a keystore: every key is derived from these two values.
struct KeystoreContents: ~Copyable, Sendable {
    let mnemonic: Mnemonic
    /// BIP39's optional passphrase, in UTF-8 NFKD; empty if there is none.
    let passphrase: Secret

    /// The longest passphrase in bytes, after normalisation.
    static let longestPassphrase = 512
    /// Bytes of the encoding. The length is constant, so that the file reveals nothing about the words or the
    /// passphrase.
    static let encodedLength = 1 + 32 + 2 + longestPassphrase

    /// Normalises the passphrase.
    static func make(
        _ mnemonic: consuming Mnemonic, passphrase: borrowing Secret
    ) throws(ServiceError) -> KeystoreContents {
        guard let normalized = try? NormalizedText.reading(passphrase, as: .nfkd).utf8() else {
            throw ServiceError(.refusedByPolicy, "The passphrase is not valid text.")
        }
        guard normalized.count <= longestPassphrase else {
            throw ServiceError(.refusedByPolicy, "The passphrase has more than \(longestPassphrase) bytes.")
        }
        return KeystoreContents(mnemonic: mnemonic, passphrase: normalized)
    }

    /// The entropy's length and bytes in 33 bytes, then the passphrase's length and bytes, padded with zeros.
    borrowing func encoded() -> Secret {
        Secret(count: Self.encodedLength) { memory in
            memory.update(repeating: 0)
            memory[0] = UInt8(mnemonic.entropy.count)
            mnemonic.entropy.withBytes { bytes in memory.copyBytes(from: bytes, at: 1) }
            memory[33] = UInt8(passphrase.count >> 8)
            memory[34] = UInt8(passphrase.count & 0xff)
            passphrase.withBytes { bytes in memory.copyBytes(from: bytes, at: 35) }
        }
    }

    /// Reads what ``encoded()`` wrote; nil for anything else.
    static func decoding(_ encoded: borrowing Secret) -> KeystoreContents? {
        guard encoded.count == encodedLength else { return nil }
        let entropy = encoded.withBytes { bytes in part(bytes, from: 1, length: Int(bytes[0]), atMost: 32) }
        let passphrase = encoded.withBytes { bytes in
            part(bytes, from: 35, length: Int(bytes[33]) << 8 | Int(bytes[34]), atMost: longestPassphrase)
        }
        guard let entropy, let passphrase, let mnemonic = Mnemonic.of(entropy: entropy) else { return nil }
        return KeystoreContents(mnemonic: mnemonic, passphrase: passphrase)
    }

    private static func part(
        _ bytes: Span<UInt8>, from start: Int, length: Int, atMost longest: Int
    ) -> Secret? {
        guard length <= longest else { return nil }
        return Secret(count: length) { memory in memory.copyBytes(from: bytes.extracting(start..<start + length)) }
    }
}
