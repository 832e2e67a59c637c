import RouterBitcoinFormat
import RouterBitcoinSignatures

extension ExtendedPublicKey {
    /// Bytes of ``payload``.
    static let payloadLength = 74

    /// The serialisation of BIP32 without its version: depth, parent fingerprint, child number, chain code, key.
    var payload: [UInt8] {
        var writer = BinaryWriter()
        writer.add(number: place.depth)
        writer.add(number: place.parentFingerprint)
        writer.add(number: place.childNumber)
        writer.add(chainCode)
        writer.add(key)
        return writer.bytes
    }

    /// Reads ``payload``; nil for what BIP32 calls invalid: no point of the curve, a private key, or a root that
    /// claims a parent or a number.
    init?(payload: some Collection<UInt8>) {
        var reader = BinaryReader(payload)
        guard
            let depth = reader.number(UInt8.self), let parent = reader.number(UInt32.self),
            let childNumber = reader.number(UInt32.self), let chainCode = reader.take(32),
            let key = reader.take(33), reader.rest.isEmpty,
            depth > 0 || (parent == 0 && childNumber == 0), ECDSA.isPublicKey(key)
        else { return nil }
        self.init(
            place: TreePlace(depth: depth, parentFingerprint: parent, childNumber: childNumber),
            chainCode: chainCode, key: key)
    }

    /// The text other wallets read, `xpub…` on most networks (BIP32 "Serialization format").
    /// - Parameter version: `xpub` of the network's parameters.
    public func text(version: UInt32) -> String {
        var writer = BinaryWriter()
        writer.add(number: version)
        writer.add(payload)
        return Base58Check.encode(writer.bytes)
    }

    /// Reads what ``text(version:)`` writes. Nil for anything else: another version, a private key, or one of the
    /// invalid keys that BIP32 lists.
    public init?(text: String, version: UInt32) {
        guard let bytes = try? Base58Check.decode(text) else { return nil }
        var reader = BinaryReader(bytes)
        guard reader.number(UInt32.self) == version else { return nil }
        self.init(payload: reader.rest)
    }
}
