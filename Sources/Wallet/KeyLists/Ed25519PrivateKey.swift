import RouterBytes
import RouterCSodium
import RouterSecrets
import SchemeRouter

/// A private key of a tree on Ed25519 with its chain code (SLIP-10). Both are kept in a `Secret` (S8).
struct Ed25519PrivateKey: ~Copyable, Sendable {
    /// Bytes of a private key, and of a public one.
    static let keyLength = 32

    /// The private key in its first 32 bytes, then the chain code.
    private let secret: Secret

    /// The root of the tree for `seed`.
    static func master(seed: borrowing Secret) -> Ed25519PrivateKey {
        Ed25519PrivateKey(secret: seed.withBytes { HMACSHA512.code(key: "ed25519 seed".utf8.span, $0) })
    }

    /// The key one step below. SLIP-10 has hardened steps only.
    borrowing func child(_ number: UInt32) -> Ed25519PrivateKey {
        precondition(number & DerivationPath.hardened != 0, "Ed25519 has no such key")
        return secret.withBytes { secret in
            let message = Secret(count: 1 + Self.keyLength + 4) { memory in
                memory[0] = 0
                memory.copyBytes(from: secret.extracting(first: Self.keyLength), at: 1)
                memory.copyBytes(from: [UInt8](bigEndian: number), at: 1 + Self.keyLength)
            }
            return Ed25519PrivateKey(
                secret: message.withBytes { HMACSHA512.code(key: secret.extracting(Self.keyLength...), $0) })
        }
    }

    /// The key at `path` below this one, all of whose steps are hardened.
    consuming func derived(along path: DerivationPath) -> Ed25519PrivateKey {
        var key = self
        for step in path.steps { key = key.child(step) }
        return key
    }

    /// The private key alone, 32 bytes.
    borrowing func privateKey() -> Secret {
        secret.withBytes { secret in
            Secret(count: Self.keyLength) { $0.copyBytes(from: secret.extracting(first: Self.keyLength)) }
        }
    }

    /// The public key, 32 bytes.
    borrowing func publicKey() -> [UInt8] {
        var point = [UInt8](repeating: 0, count: Self.keyLength)
        let key = privateKey()
        // The library also returns both keys together, which is a secret.
        _ = Secret(count: 2 * Self.keyLength) { both in
            unsafe both.withOctets { both in
                key.withBytes { key in
                    unsafe key.withOctets { _ = unsafe crypto_sign_ed25519_seed_keypair(&point, both, $0) }
                }
            }
        }
        return point
    }
}
