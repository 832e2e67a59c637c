/// Keys that hold no money, such as those of a node: numbered from 0, one step below a path.
public struct KeyBranch: Sendable, Hashable {
    /// The curve of the keys, which determines how keys are derived from each other.
    public enum Curve: UInt8, Sendable, CaseIterable {
        /// secp256k1 (BIP32). A public key has 33 bytes: it is compressed.
        case secp256k1
        /// G1 of BLS12-381, derived as Documentation/protocols/dash-axe.md §5.3 says. A public key has 48 bytes, in the
        /// legacy form.
        case bls12381
        /// Ed25519 (SLIP-10). A public key has 32 bytes.
        case ed25519
    }

    /// The curve of all its keys.
    public let curve: Curve
    /// The parent path of the keys; all its steps are hardened.
    public let path: DerivationPath

    /// The keys below a path.
    public init(_ curve: Curve, below path: DerivationPath) {
        self.curve = curve
        self.path = path
    }

    /// The path of one of the keys. SLIP-10 has only hardened steps on Ed25519.
    /// - Parameter number: below 2^31.
    public func path(of number: UInt32) -> DerivationPath {
        path.appending(curve == .ed25519 ? number | DerivationPath.hardened : number)
    }
}

/// The export format of a private key.
public enum PrivateKeyForm: Sendable, Hashable {
    /// Its 32 bytes as lower-case hex.
    case hex
    /// Wallet import format of a key whose public key is compressed, with this version byte.
    case wif(version: UInt8)
    /// Base64 of the 32 bytes of the private key and those of the public key, as read by Ed25519 programs.
    case pairBase64
}
