import RouterCSodium
import RouterSecrets
import SchemeRouter

/// How much work Argon2id (RFC 9106) makes of one guess at the passcode.
package struct Stretching: Sendable, Hashable {
    /// How often the memory is gone through.
    let passes: UInt32
    /// How much memory is filled, in KiB.
    let kibibytes: UInt32

    /// Bytes of salt.
    static let saltLength = Int(crypto_pwhash_argon2id_SALTBYTES)
    /// What a keystore may ask for: a damaged or foreign file must not take the machine's memory or an hour.
    static let allowedPasses: ClosedRange<UInt32> = 1...10
    /// See ``allowedPasses``.
    static let allowedKibibytes: ClosedRange<UInt32> = 8 << 10...1 << 20

    /// Used wherever there is memory for it.
    static let strong = Stretching(passes: 3, kibibytes: 256 << 10)
    /// Used when memory is short.
    static let modest = Stretching(passes: 3, kibibytes: 64 << 10)

    /// What to try for a new keystore, best first.
    ///
    /// The strong setting is left out where it would take more than half of the free memory: the system might give the
    /// memory and then end this program or another one.
    /// - Parameter available: free memory in KiB; nil if it is not known.
    static func candidates(availableKibibytes available: UInt64?) -> [Stretching] {
        guard let available, available / 2 < UInt64(strong.kibibytes) else { return [strong, modest] }
        return [modest]
    }

    /// The 32-byte key that `passcode` gives. Nil if there is not enough memory.
    func key(from passcode: borrowing Secret, salt: [UInt8]) -> Secret? {
        precondition(salt.count == Self.saltLength, "a salt has \(Self.saltLength) bytes")
        var status: Int32 = -1
        let key = Secret(count: Int(crypto_aead_xchacha20poly1305_ietf_KEYBYTES)) { memory in
            let length = memory.count
            status = unsafe memory.withOctets { key in
                passcode.withBytes { bytes in
                    unsafe bytes.withOctets { text in
                        unsafe crypto_pwhash(
                            key, UInt64(length), UnsafeRawPointer(text).assumingMemoryBound(to: CChar.self),
                            UInt64(bytes.count), salt, UInt64(passes), Int(kibibytes) << 10,
                            crypto_pwhash_ALG_ARGON2ID13)
                    }
                }
            }
        }
        guard status == 0 else { return nil }
        return key
    }
}

extension Stretching {
    /// Nil unless both numbers are within what a keystore may ask for.
    package init?(checkedPasses passes: UInt32, kibibytes: UInt32) {
        guard Self.allowedPasses.contains(passes), Self.allowedKibibytes.contains(kibibytes) else { return nil }
        self.init(passes: passes, kibibytes: kibibytes)
    }
}
