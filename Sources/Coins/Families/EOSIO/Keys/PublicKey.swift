import RouterCSecp256k1

/// The kinds of keys of EOSIO, in the order of its variants (`libraries/fc/include/fc/crypto/public_key.hpp`).
enum Curve: UInt32, Sendable, CaseIterable {
    /// secp256k1, as in Bitcoin.
    case k1
    /// NIST P-256.
    case r1
    /// NIST P-256 in a WebAuthn authenticator.
    case webAuthn

    /// Bytes of a public key; nil if the length varies.
    var keyLength: Int? { self == .webAuthn ? nil : 33 }

    /// Bytes of a signature; nil if the length varies.
    var signatureLength: Int? { self == .webAuthn ? nil : 65 }

    /// The curve's letters in texts, which checksums include.
    var tag: String {
        switch self {
        case .k1: "K1"
        case .r1: "R1"
        case .webAuthn: "WA"
        }
    }
}

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

/// A `public_key` of a contract's interface, of any curve: an account may have keys that this wallet cannot use.
public enum AnyPublicKey: Sendable, Hashable, CustomStringConvertible, TextValue {
    /// secp256k1.
    case k1(PublicKey)
    /// NIST P-256: 33 bytes, otherwise unchecked.
    case r1(R1Point)
    /// NIST P-256 in a WebAuthn authenticator.
    case webAuthn(WebAuthnKey)

    static let legacyPrefix = "EOS"

    /// A compressed point of NIST P-256.
    public typealias R1Point = FixedBytes<33>

    /// A key that a WebAuthn authenticator holds for a web site.
    public struct WebAuthnKey: Sendable, Hashable {
        public let point: R1Point
        /// What the authenticator must verify about the person: nothing, presence, or identity.
        public let presence: UInt8
        /// The site's domain.
        public let domain: String
    }

    /// Reads the text of a key of any curve.
    public init(_ text: String) throws(KeyError) {
        if let (curve, start) = KeyText.curve(text, prefix: "PUB") {
            let payload = try KeyText.decode(text, from: start, tag: curve.tag, length: curve.keyLength)
            var reader = PackedReader(payload)
            do {
                self = try Self(curve, from: &reader)
                try reader.finish()
            } catch {
                throw error.code == .badValue ? .notOnCurve : .wrongLength
            }
        } else if text.utf8.starts(with: Self.legacyPrefix.utf8) {
            let start = Self.legacyPrefix.utf8.count
            let bytes = try KeyText.decode(text, from: start, tag: "", length: Curve.k1.keyLength)
            self = .k1(try PublicKey(bytes: bytes))
        } else {
            throw Self.isPrivate(text) ? .privateKey : .unknownPrefix
        }
    }

    /// The text of the key; a K1 key in its old form.
    public var description: String {
        switch self {
        case .k1(let key): key.description
        case .r1, .webAuthn:
            "PUB_\(curve.tag)_" + KeyText.encode(payload, tag: curve.tag)
        }
    }

    private var curve: Curve {
        switch self {
        case .k1: .k1
        case .r1: .r1
        case .webAuthn: .webAuthn
        }
    }

    private var payload: [UInt8] {
        switch self {
        case .k1(let key): key.bytes
        case .r1(let point): point.bytes
        case .webAuthn(let key): key.point.bytes + [key.presence] + key.domain.packed
        }
    }

    private init(_ curve: Curve, from reader: inout PackedReader) throws(UnpackError) {
        let offset = reader.offset
        switch curve {
        case .k1:
            let bytes = try reader.take(33)
            guard let key = try? PublicKey(bytes: bytes) else {
                throw UnpackError(.badValue, at: offset, "This is not a point on the curve.")
            }
            self = .k1(key)
        case .r1: self = .r1(try R1Point(from: &reader))
        case .webAuthn:
            self = .webAuthn(
                WebAuthnKey(
                    point: try R1Point(from: &reader), presence: try reader.number(), domain: try reader.string()))
        }
    }

    /// Whether it looks like a private key: `PVT_…`, or Base58 with the length of wallet import format.
    private static func isPrivate(_ text: String) -> Bool {
        text.utf8.starts(with: "PVT_".utf8) || (51...52).contains(text.utf8.count)
    }

    init(from reader: inout PackedReader) throws(UnpackError) {
        let offset = reader.offset
        guard let curve = Curve(rawValue: try reader.variableNumber()) else {
            throw UnpackError(.badValue, at: offset, "This kind of key does not exist.")
        }
        try self.init(curve, from: &reader)
    }

    var packed: [UInt8] { [UInt8](variable: curve.rawValue) + payload }

    static func reading(_ text: String) throws(PackError) -> AnyPublicKey {
        do { return try AnyPublicKey(text) } catch { throw PackError("expected a public key: \(error.message)") }
    }
}
