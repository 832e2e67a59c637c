import RouterBytes
import RouterCSodium
import SchemeRouter

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
