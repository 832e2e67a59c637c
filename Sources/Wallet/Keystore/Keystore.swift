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
