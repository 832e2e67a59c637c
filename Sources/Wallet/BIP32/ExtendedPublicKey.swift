import RouterBitcoinFormat
import RouterBitcoinSignatures
import RouterBytes
import SchemeRouter

/// A public key of a BIP32 tree with its chain code: it gives every address below it, and nothing that can spend.
public struct ExtendedPublicKey: Sendable, Hashable {
    /// Where it stands in its tree.
    let place: TreePlace
    /// 32 bytes.
    let chainCode: [UInt8]
    /// The compressed public key, 33 bytes.
    let key: [UInt8]

    /// Fingerprint of this key.
    var fingerprint: UInt32 { TreePlace.fingerprint(of: key) }

    /// The fingerprint as wallets show it: 8 hex digits.
    var fingerprintText: String { TreePlace.text(ofFingerprint: fingerprint) }

    /// CKDpub of BIP32. `number` is below 2^31.
    func child(_ number: UInt32) throws(DerivationError) -> ExtendedPublicKey {
        guard number & DerivationPath.hardened == 0 else { throw .hardenedFromPublic }
        let childPlace = try place.child(number, of: key)
        let message = key + [UInt8](bigEndian: number)
        let halves = HMACSHA512.code(publicKey: chainCode, message)
        guard let child = ECDSA.add(tweak: Array(halves[..<32]), to: key) else { throw .noKey }
        return ExtendedPublicKey(place: childPlace, chainCode: Array(halves[32...]), key: child)
    }
}
