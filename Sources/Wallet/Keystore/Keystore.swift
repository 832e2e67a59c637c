import RouterBytes
import RouterCSodium
import RouterSecrets
import SchemeRouter

/// The encrypted file that holds the wallet's words: a header, then XChaCha20-Poly1305 over the contents.
struct Keystore: Sendable, Hashable {
    /// Bytes of every keystore. Any other length is damaged and refused before memory is allocated.
    static let length = KeystoreHeader.length + KeystoreContents.encodedLength + tagLength

    private static let tagLength = Int(crypto_aead_xchacha20poly1305_ietf_ABYTES)

    /// The unencrypted part.
    let header: KeystoreHeader
    private let ciphertext: [UInt8]

    /// Reads a file. Throws `ServiceError/Code/damagedKeystore` unless it looks like a keystore.
    init(reading bytes: [UInt8]) throws(ServiceError) {
        guard bytes.count == Self.length else {
            throw .damagedKeystore("it has \(bytes.count) bytes instead of \(Self.length)")
        }
        header = try KeystoreHeader(reading: bytes[..<KeystoreHeader.length])
        ciphertext = Array(bytes[KeystoreHeader.length...])
    }

    /// Seals `contents` under `passcode`, which is already normalised, with exactly this work: never with less.
    init(
        sealing contents: borrowing KeystoreContents, passcode: borrowing Secret, created: UnixTime,
        stretching: Stretching
    ) throws(ServiceError) {
        header = KeystoreHeader(created: created, stretching: stretching)
        guard let key = stretching.key(from: passcode, salt: header.salt) else { throw .notEnoughMemory(stretching) }
        ciphertext = Self.encrypt(contents.encoded(), key: key, header: header)
    }

    var bytes: [UInt8] { header.bytes + ciphertext }

    /// Opens the keystore with a normalised passcode.
    ///
    /// Throws `ServiceError/Code/wrongPasscode` also if the file was changed: the two cases cannot be distinguished.
    func open(passcode: borrowing Secret) throws(ServiceError) -> KeystoreContents {
        guard let key = header.stretching.key(from: passcode, salt: header.salt) else {
            throw .notEnoughMemory(header.stretching)
        }
        var status: Int32 = -1
        let plaintext = Secret(count: KeystoreContents.encodedLength) { memory in
            status = unsafe memory.withOctets { plaintext in
                key.withBytes { key in
                    unsafe key.withOctets { key in
                        unsafe crypto_aead_xchacha20poly1305_ietf_decrypt(
                            plaintext, nil, nil, ciphertext, UInt64(ciphertext.count), header.bytes,
                            UInt64(KeystoreHeader.length), header.nonce, key)
                    }
                }
            }
        }
        guard status == 0 else {
            throw ServiceError(.wrongPasscode, "Wrong passcode, or the file was changed.")
        }
        guard let contents = KeystoreContents.decoding(plaintext) else {
            throw .damagedKeystore("this version of the program cannot read its contents")
        }
        return contents
    }

    private static func encrypt(
        _ plaintext: borrowing Secret, key: borrowing Secret, header: KeystoreHeader
    ) -> [UInt8] {
        var ciphertext = [UInt8](repeating: 0, count: plaintext.count + tagLength)
        plaintext.withBytes { plaintext in
            key.withBytes { key in
                unsafe plaintext.withOctets { bytes in
                    unsafe key.withOctets { key in
                        _ = unsafe crypto_aead_xchacha20poly1305_ietf_encrypt(
                            &ciphertext, nil, bytes, UInt64(plaintext.count), header.bytes,
                            UInt64(KeystoreHeader.length), nil, header.nonce, key)
                    }
                }
            }
        }
        return ciphertext
    }
}

extension ServiceError {
    /// Argon2id has too little memory.
    /// - Parameter free: the free memory in KiB; nil if unknown.
    static func notEnoughMemory(_ stretching: Stretching, free: UInt64? = nil) -> ServiceError {
        let rest = free.map { ", and only \($0 >> 10) MiB are free" } ?? ", which are not free"
        return ServiceError(
            .notEnoughMemory, "The passcode takes \(stretching.kibibytes >> 10) MiB of memory\(rest).",
            hint: "Nothing was changed, and no wrong passcode was counted. Close some programs and try again.")
    }
}

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

/// The part of a keystore that anyone can read. All of it is authenticated with the secrets.
///
/// | bytes | content |
/// |---|---|
/// | 8 | `SRWALLET` |
/// | 1 | version of the format, 1 |
/// | 1 | how the key is derived from the passcode: 1 = Argon2id 1.3 with one lane |
/// | 8 | when the wallet was created, in Unix seconds |
/// | 4, 4 | passes and KiB of Argon2id |
/// | 16, 24 | salt of Argon2id, nonce of XChaCha20-Poly1305 |
struct KeystoreHeader: Sendable, Hashable {
    static let length = magic.count + 2 + 8 + 8 + Stretching.saltLength + nonceLength

    private static let magic = Array("SRWALLET".utf8)
    private static let version: UInt8 = 1
    private static let argon2id: UInt8 = 1
    private static let nonceLength = Int(crypto_aead_xchacha20poly1305_ietf_NPUBBYTES)

    /// When the wallet was created. A new passcode does not change it.
    let created: UnixTime
    /// How the key is derived from the passcode.
    let stretching: Stretching
    /// Random, new for every sealing.
    let salt: [UInt8]
    /// Random, new for every sealing.
    let nonce: [UInt8]

    /// A header for a new sealing, with a new salt and nonce.
    init(created: UnixTime, stretching: Stretching) {
        self.created = created
        self.stretching = stretching
        self.salt = Self.random(Stretching.saltLength)
        self.nonce = Self.random(Self.nonceLength)
    }

    /// Reads a header and refuses values that no keystore of this program has.
    init(reading bytes: some Collection<UInt8>) throws(ServiceError) {
        var reader = BinaryReader(bytes)
        guard reader.take(Self.magic.count) == Self.magic else { throw .damagedKeystore("it is not a keystore") }
        guard reader.number(UInt8.self) == Self.version, reader.number(UInt8.self) == Self.argon2id else {
            throw .damagedKeystore("this version of the program does not support its format")
        }
        guard
            let created = reader.number(UnixTime.self), let passes = reader.number(UInt32.self),
            let kibibytes = reader.number(UInt32.self), let salt = reader.take(Stretching.saltLength),
            let nonce = reader.take(Self.nonceLength)
        else { throw .damagedKeystore("it is too short") }
        guard let stretching = Stretching(checkedPasses: passes, kibibytes: kibibytes) else {
            throw .damagedKeystore("it requires an absurd amount of work or memory")
        }
        self.created = created
        self.stretching = stretching
        self.salt = salt
        self.nonce = nonce
    }

    var bytes: [UInt8] {
        var bytes = Self.magic + [Self.version, Self.argon2id] + [UInt8](bigEndian: created)
        bytes += [UInt8](bigEndian: stretching.passes) + [UInt8](bigEndian: stretching.kibibytes)
        return bytes + salt + nonce
    }

    private static func random(_ count: Int) -> [UInt8] {
        var generator = SystemRandomNumberGenerator()
        return (0..<count).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
    }
}

extension ServiceError {
    /// The keystore is damaged. `reason` completes "The keystore cannot be used: …".
    static func damagedKeystore(_ reason: String) -> ServiceError {
        ServiceError(
            .damagedKeystore, "The keystore cannot be used: \(reason).",
            hint:
                "It was left unchanged. Restore the file from a copy, or restore the wallet from its words in another place."
        )
    }
}
