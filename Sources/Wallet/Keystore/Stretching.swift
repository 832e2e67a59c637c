import RouterCSodium
import RouterSecrets
import SchemeRouter

/// The cost of one passcode guess in Argon2id (RFC 9106).
package struct Stretching: Sendable, Hashable {
    /// The number of passes over the memory.
    let passes: UInt32
    /// The memory size, in KiB.
    let kibibytes: UInt32

    /// Bytes of salt.
    static let saltLength = Int(crypto_pwhash_argon2id_SALTBYTES)
    /// What a keystore may demand: a damaged or foreign file must not take all memory or an hour.
    static let allowedPasses: ClosedRange<UInt32> = 1...10
    /// See ``allowedPasses``.
    static let allowedKibibytes: ClosedRange<UInt32> = 8 << 10...1 << 20

    /// Used if enough memory is free.
    static let strong = Stretching(passes: 3, kibibytes: 256 << 10)
    /// Used if memory is short.
    static let modest = Stretching(passes: 3, kibibytes: 64 << 10)

    /// What to try for a new keystore, best first.
    ///
    /// Leaves out the strong setting if it would take more than half of the free memory: the system might grant the
    /// memory and then kill this program or another one.
    /// - Parameter available: free memory in KiB; nil if unknown.
    static func candidates(availableKibibytes available: UInt64?) -> [Stretching] {
        guard let available, available / 2 < UInt64(strong.kibibytes) else { return [strong, modest] }
        return [modest]
    }

    /// The 32-byte key for `passcode`. Nil if there is not enough memory.
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
    /// Nil unless both numbers are within the allowed ranges.
    package init?(checkedPasses passes: UInt32, kibibytes: UInt32) {
        guard Self.allowedPasses.contains(passes), Self.allowedKibibytes.contains(kibibytes) else { return nil }
        self.init(passes: passes, kibibytes: kibibytes)
    }
}
