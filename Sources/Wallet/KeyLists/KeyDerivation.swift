import RouterSecrets
import SchemeRouter

/// A private key of a `KeyBranch`, by its number. Its 32 bytes are kept in a `Secret` (S8).
public struct NumberedKey: ~Copyable, Sendable {
    private let key: Secret
    /// The public key, in the form of its curve.
    public let publicKey: [UInt8]

    fileprivate init(key: consuming Secret, publicKey: [UInt8]) {
        self.key = key
        self.publicKey = publicKey
    }

    /// The private key as ASCII text.
    public borrowing func text(_ form: PrivateKeyForm) -> Secret {
        key.withBytes { key in
            switch form {
            case .hex: SecretText.hex(key)
            case .wif(let version): SecretText.wif(key, version: version)
            case .pairBase64: SecretText.base64(key, publicKey)
            }
        }
    }
}

/// The parent key of one branch, from which each key is one step away.
enum KeyDerivation: ~Copyable {
    case secp256k1(ExtendedPrivateKey)
    case bls12381(InGroup)
    case ed25519(Ed25519PrivateKey)

    /// A key and its group.
    struct InGroup: ~Copyable {
        let parent: BLSPrivateKey
        let group: BLSGroup
    }

    /// - Parameter seed: the seed of BIP39, 64 bytes.
    init(of branch: KeyBranch, seed: borrowing Secret) throws(DerivationError) {
        switch branch.curve {
        case .secp256k1: self = .secp256k1(try .master(seed: seed).derived(along: branch.path))
        case .bls12381:
            let group = BLSGroup()
            let key = try BLSPrivateKey.master(seed: seed, in: group).derived(along: branch.path, in: group)
            self = .bls12381(InGroup(parent: key, group: group))
        case .ed25519: self = .ed25519(Ed25519PrivateKey.master(seed: seed).derived(along: branch.path))
        }
    }

    /// The key with a number below 2^31.
    borrowing func key(_ number: UInt32) throws(DerivationError) -> NumberedKey {
        switch self {
        case .secp256k1(let parent):
            let child = try parent.derived(along: DerivationPath([number]))
            return NumberedKey(key: child.privateKey(), publicKey: child.point)
        case .bls12381(let key):
            let child = try key.parent.child(number, in: key.group)
            return NumberedKey(key: child.key.duplicate(), publicKey: child.point)
        case .ed25519(let parent):
            let child = parent.child(number | DerivationPath.hardened)
            return NumberedKey(key: child.privateKey(), publicKey: child.publicKey())
        }
    }
}
