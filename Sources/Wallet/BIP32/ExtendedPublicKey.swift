import RouterBitcoinFormat
import RouterBitcoinSignatures
import RouterBytes
import SchemeRouter

/// A public key of a BIP32 tree with its chain code: it gives every address below it and cannot spend.
public struct ExtendedPublicKey: Sendable, Hashable {
    /// Its position in its tree.
    let place: TreePlace
    /// 32 bytes.
    let chainCode: [UInt8]
    /// The compressed public key, 33 bytes.
    let key: [UInt8]

    var fingerprint: UInt32 { TreePlace.fingerprint(of: key) }

    /// The fingerprint as wallets show it: 8 hex digits.
    var fingerprintText: String { [UInt8](bigEndian: fingerprint).hex }

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

extension ExtendedPublicKey {
    /// Bytes of ``payload``.
    static let payloadLength = 74

    /// The serialisation of BIP32 without its version: depth, parent fingerprint, child number, chain code, key.
    var payload: [UInt8] {
        let numbers = [UInt8](bigEndian: place.parentFingerprint) + [UInt8](bigEndian: place.childNumber)
        return [place.depth] + numbers + chainCode + key
    }

    /// Reads ``payload``; nil for what BIP32 calls invalid: not a curve point, a private key, or a root with a parent
    /// or a child number.
    init?(payload: some Collection<UInt8>) {
        self.init(unprovedPayload: payload)
        guard isPoint else { return nil }
    }

    /// Whether the key is a point on the curve; the check takes a square root.
    var isPoint: Bool { ECDSA.isPublicKey(key) }

    /// Reads it without the square root: check ``isPoint`` before using the key.
    init?(unprovedPayload payload: some Collection<UInt8>) {
        var reader = BinaryReader(payload)
        guard
            let depth = reader.number(UInt8.self), let parent = reader.number(UInt32.self),
            let childNumber = reader.number(UInt32.self), let chainCode = reader.take(32),
            let key = reader.take(33), reader.rest.isEmpty,
            depth > 0 || (parent == 0 && childNumber == 0)
        else { return nil }
        self.init(
            place: TreePlace(depth: depth, parentFingerprint: parent, childNumber: childNumber),
            chainCode: chainCode, key: key)
    }

    /// The text that other wallets read, `xpub…` on most networks (BIP32 "Serialization format").
    /// - Parameter version: `xpub` of the network's parameters.
    public func text(version: UInt32) -> String { Base58Check.encode([UInt8](bigEndian: version) + payload) }

    /// Reads what ``text(version:)`` writes. Nil for anything else: another version, a private key, or one of the
    /// invalid keys that BIP32 lists.
    public init?(text: String, version: UInt32) {
        guard let bytes = try? Base58Check.decode(text) else { return nil }
        var reader = BinaryReader(bytes)
        guard reader.number(UInt32.self) == version else { return nil }
        self.init(payload: reader.rest)
    }
}
