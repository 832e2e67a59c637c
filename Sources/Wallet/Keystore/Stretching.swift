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

    /// The usual work.
    static let strong = Stretching(passes: 3, kibibytes: 256 << 10)
    /// Used if memory is short and the person agrees.
    static let modest = Stretching(passes: 3, kibibytes: 64 << 10)

    /// `Argon2id, 3 passes over 256 MiB`.
    var text: String { "Argon2id, \(passes) passes over \(kibibytes >> 10) MiB" }

    /// Whether a guess takes at least as many passes and as much memory.
    func isAtLeast(_ other: Stretching) -> Bool { passes >= other.passes && kibibytes >= other.kibibytes }

    /// The work that is at least both.
    func combined(with other: Stretching) -> Stretching {
        Stretching(passes: max(passes, other.passes), kibibytes: max(kibibytes, other.kibibytes))
    }

    /// Whether it takes at most half of the free memory: the system might grant more, and then kill this program or another
    /// one.
    func fits(_ memory: FreeMemory) -> Bool { memory.withoutSwap.map { $0 / 2 >= UInt64(kibibytes) } ?? true }

    /// Throws ``SchemeRouter/ServiceError/Code/notEnoughMemory`` if the system certainly cannot give that much memory.
    func check(_ memory: FreeMemory) throws(ServiceError) {
        guard let most = memory.most, most <= UInt64(kibibytes) else { return }
        throw .notEnoughMemory(self, free: most)
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
