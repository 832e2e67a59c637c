import RouterBitcoinFormat
import SchemeRouter

/// A key's position in its BIP32 tree, as its serialisation gives it.
struct TreePlace: Sendable, Hashable {
    /// The number of steps below the root.
    let depth: UInt8
    /// Fingerprint of the key one step above; 0 for the root.
    let parentFingerprint: UInt32
    /// The last step; 0 for the root.
    let childNumber: UInt32

    static let root = TreePlace(depth: 0, parentFingerprint: 0, childNumber: 0)

    /// The position of child `number` of this key, whose compressed public key is `point`.
    func child(_ number: UInt32, of point: [UInt8]) throws(DerivationError) -> TreePlace {
        guard depth < .max else { throw .tooDeep }
        return TreePlace(depth: depth + 1, parentFingerprint: Self.fingerprint(of: point), childNumber: number)
    }

    /// The first 32 bits of HASH160 over a compressed public key.
    static func fingerprint(of point: [UInt8]) -> UInt32 {
        Digest.hash160(point).prefix(4).reduce(0) { number, byte in number << 8 | UInt32(byte) }
    }
}
