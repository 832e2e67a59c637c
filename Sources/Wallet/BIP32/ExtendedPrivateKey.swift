import RouterBytes
import RouterSecrets
import SchemeRouter

/// A private key of a BIP32 tree with its chain code. Both are kept in a `Secret`.
struct ExtendedPrivateKey: ~Copyable, Sendable {
    /// The private key in its first 32 bytes, then the chain code.
    private let secret: Secret
    /// The compressed public key.
    let point: [UInt8]
    private let place: TreePlace

    /// The root of the tree for `seed` (BIP32 "Master key generation").
    static func master(seed: borrowing Secret) throws(DerivationError) -> ExtendedPrivateKey {
        let secret = seed.withBytes { bytes in HMACSHA512.code(key: "Bitcoin seed".utf8.span, bytes) }
        let point = secret.withBytes { bytes in
            SecretCurve.publicKey(of: bytes.extracting(first: SecretCurve.keyLength))
        }
        guard let point else { throw .noKey }
        return ExtendedPrivateKey(secret: secret, point: point, place: .root)
    }

    /// The public half. Its chain code is no longer secret once it is shared or stored.
    var publicKey: ExtendedPublicKey {
        let chainCode = secret.withBytes { bytes in Array(bytes.extracting(SecretCurve.keyLength...)) }
        return ExtendedPublicKey(place: place, chainCode: chainCode, key: point)
    }

    /// The key at `path` below this one. Keys keep their leading zeros.
    borrowing func derived(along path: DerivationPath) throws(DerivationError) -> ExtendedPrivateKey {
        var memory = memory(slots: 1)
        var (place, point) = (place, point)
        for step in path.steps {
            place = try place.child(step, of: point)
            guard memory.derive(step, of: 0, point, into: 0), let next = memory.publicKey(0) else { throw .noKey }
            point = next
        }
        return ExtendedPrivateKey(secret: memory.extendedKey(0), point: point, place: place)
    }

    /// Memory whose first slot holds this key, for deriving others from it.
    borrowing func memory(slots: Int) -> KeyMemory {
        secret.withBytes { bytes in KeyMemory(slots: slots, start: bytes) }
    }

    /// The private key alone, 32 bytes.
    borrowing func privateKey() -> Secret {
        secret.withBytes { bytes in
            Secret(count: SecretCurve.keyLength) { memory in
                memory.copyBytes(from: bytes.extracting(first: SecretCurve.keyLength))
            }
        }
    }
}
