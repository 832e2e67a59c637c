import RouterBytes
import RouterCSecp256k1
import RouterSecrets
import SchemeRouter

/// The private-key operations of libsecp256k1. Its context is randomised against timing and power analysis.
///
/// The library receives pointers to values of its own types, and to bytes whose length is checked before each call.
enum SecretCurve {
    /// Bytes of a private key.
    static let keyLength = 32

    // Set once and then only read; libsecp256k1 allows concurrent use of a context that does not change.
    private nonisolated(unsafe) static let context: OpaquePointer = {
        guard let context = unsafe secp256k1_context_create(UInt32(SECP256K1_CONTEXT_NONE)) else {
            preconditionFailure("libsecp256k1 did not start")
        }
        let seed = Secret.random(count: 32)
        let done = seed.withBytes { unsafe $0.withOctets { unsafe secp256k1_context_randomize(context, $0) } }
        precondition(done == 1, "libsecp256k1 did not take random numbers")
        return unsafe context
    }()

    /// The compressed public key, 33 bytes; nil if `key` is zero or not below the order of the curve.
    static func publicKey(of key: Span<UInt8>) -> [UInt8]? {
        precondition(key.count == keyLength, "a key has 32 bytes")
        var point = secp256k1_pubkey()
        guard unsafe key.withOctets({ unsafe secp256k1_ec_pubkey_create(context, &point, $0) }) == 1 else { return nil }
        var bytes = [UInt8](repeating: 0, count: 33)
        var length = bytes.count
        unsafe secp256k1_ec_pubkey_serialize(context, &bytes, &length, &point, UInt32(SECP256K1_EC_COMPRESSED))
        return bytes
    }

    /// Adds the 32 bytes at `tweak` to the key at `key`, modulo the order of the curve. False if the tweak is not below
    /// the order or the sum is zero.
    static func add(tweak: Int, toKey key: Int, in memory: inout MutableSpan<UInt8>) -> Bool {
        for start in [tweak, key] {
            precondition(start >= 0 && start <= memory.count - keyLength, "outside of the memory")
        }
        return unsafe memory.withOctets { unsafe secp256k1_ec_seckey_tweak_add(context, $0 + key, $0 + tweak) } == 1
    }

    /// The DER signature over a 32-byte digest, with the nonce of RFC 6979 and S in the lower half (BIP62).
    ///
    /// The caller verifies it under the public key before using it: a fault while signing could otherwise reveal the
    /// private key. Nil if `key` is not a private key.
    static func signature(over digest: [UInt8], with key: Span<UInt8>) -> [UInt8]? {
        precondition(digest.count == 32 && key.count == keyLength, "a digest and a key have 32 bytes")
        var signature = secp256k1_ecdsa_signature()
        let signed = unsafe key.withOctets { unsafe secp256k1_ecdsa_sign(context, &signature, digest, $0, nil, nil) }
        guard signed == 1 else { return nil }
        var der = [UInt8](repeating: 0, count: 72)
        var length = der.count
        guard unsafe secp256k1_ecdsa_signature_serialize_der(context, &der, &length, &signature) == 1 else {
            return nil
        }
        return Array(der[..<length])
    }

    /// The recoverable signature over a 32-byte digest, with the nonce of RFC 6979 and S in the lower half. The caller
    /// verifies it before using it.
    /// - Parameter attempt: mixed into the nonce as 32 little-endian bytes, unless it is 0.
    /// - Returns: R and S, 64 bytes, and the recovery id; nil if `key` is not a private key.
    static func recoverableSignature(
        over digest: [UInt8], with key: Span<UInt8>, attempt: UInt32
    ) -> (compact: [UInt8], recoveryID: UInt8)? {
        precondition(digest.count == 32 && key.count == keyLength, "a digest and a key have 32 bytes")
        var signature = secp256k1_ecdsa_recoverable_signature()
        let extra = [UInt8](littleEndian: attempt) + [UInt8](repeating: 0, count: 28)
        let signed = unsafe key.withOctets { key in
            unsafe extra.withUnsafeBytes { extra in
                let nonceData = attempt == 0 ? nil : extra.baseAddress
                return unsafe secp256k1_ecdsa_sign_recoverable(context, &signature, digest, key, nil, nonceData)
            }
        }
        guard signed == 1 else { return nil }
        var compact = [UInt8](repeating: 0, count: 64)
        var recoveryID: Int32 = 0
        unsafe secp256k1_ecdsa_recoverable_signature_serialize_compact(context, &compact, &recoveryID, &signature)
        return (compact, UInt8(recoveryID))
    }
}
