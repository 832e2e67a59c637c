import RouterCSecp256k1

/// A secp256k1 public key (`EOS…`, `PUB_K1_…`), the kind that signs here.
public struct PublicKey: Sendable, Hashable, CustomStringConvertible {
    /// The point, compressed, 33 bytes (SEC 1).
    public let bytes: [UInt8]

    /// A point on the curve in its compressed form.
    public init(bytes: [UInt8]) throws(KeyError) {
        guard bytes.count == 33 else { throw .wrongLength }
        var point = secp256k1_pubkey()
        guard unsafe secp256k1_ec_pubkey_parse(secp256k1_constant_context(), &point, bytes, bytes.count) == 1 else {
            throw .notOnCurve
        }
        self.bytes = bytes
    }

    /// Reads either text. The error for another curve names it; the error for a private key never repeats it.
    public init(_ text: String) throws(KeyError) {
        switch try AnyPublicKey(text) {
        case .k1(let key): self = key
        case .r1, .webAuthn: throw .unsupportedCurve
        }
    }

    /// The text that all nodes read: `EOS…`.
    public var description: String { AnyPublicKey.legacyPrefix + KeyText.encode(bytes, tag: "") }

    /// The text with the curve's name, for nodes from 2.1 on: `PUB_K1_…`.
    public var taggedText: String { "PUB_K1_" + KeyText.encode(bytes, tag: Curve.k1.tag) }
}
