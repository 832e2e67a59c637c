import RouterCSecp256k1

/// A recoverable secp256k1 signature (`SIG_K1_…`), with the lower of two possible S.
public struct Signature: Sendable, Hashable, CustomStringConvertible {
    /// The recovery id, 0…3, which selects the public key.
    public let recoveryID: UInt8
    /// R and S, 32 bytes each, big-endian.
    public let compact: FixedBytes<64>

    /// A signature with `recoveryID` 0…3, R and S below the order of the curve, and S in its lower half.
    public init(recoveryID: UInt8, compact: FixedBytes<64>) throws(KeyError) {
        guard recoveryID < 4 else { throw .notOnCurve }
        var signature = secp256k1_ecdsa_signature()
        let context = unsafe secp256k1_constant_context()
        guard unsafe secp256k1_ecdsa_signature_parse_compact(context, &signature, compact.bytes) == 1 else {
            throw .notOnCurve
        }
        guard unsafe secp256k1_ecdsa_signature_normalize(context, nil, &signature) == 0 else { throw .highS }
        self.recoveryID = recoveryID
        self.compact = compact
    }

    /// Reads the 65 bytes of a signature. The first is 31…34, or 27…30 from writers that treat the key as uncompressed.
    public init(bytes: [UInt8]) throws(KeyError) {
        guard bytes.count == 65, let compact = FixedBytes<64>(Array(bytes.dropFirst())) else { throw .wrongLength }
        guard (27...34).contains(bytes[0]) else { throw .notOnCurve }
        try self.init(recoveryID: (bytes[0] - 27) & 3, compact: compact)
    }

    /// Reads `SIG_K1_…`. The error for another curve names it.
    public init(_ text: String) throws(KeyError) {
        guard let (curve, start) = KeyText.curve(text, prefix: "SIG") else { throw .unknownPrefix }
        guard curve == .k1 else { throw .unsupportedCurve }
        try self.init(bytes: try KeyText.decode(text, from: start, tag: curve.tag, length: curve.signatureLength))
    }

    /// The 65 bytes in the form that is always written: 31…34, R, S.
    public var bytes: [UInt8] { [31 + recoveryID] + compact.bytes }

    /// The text: `SIG_K1_…`.
    public var description: String { "SIG_K1_" + KeyText.encode(bytes, tag: Curve.k1.tag) }

    /// Whether nodes accept it (EOSIO `elliptic_common.cpp`, `is_canonical`): neither number may look negative or be
    /// shorter than 32 bytes.
    public var isCanonical: Bool {
        func isFull(_ number: ArraySlice<UInt8>) -> Bool {
            let (first, second) = (number[number.startIndex], number[number.startIndex + 1])
            return first < 0x80 && (first != 0 || second >= 0x80)
        }
        return isFull(compact.bytes[..<32]) && isFull(compact.bytes[32...])
    }

    /// The key that signed `digest`; nil if there is none.
    public func signer(of digest: Checksum256) -> PublicKey? {
        let context = unsafe secp256k1_constant_context()
        var signature = secp256k1_ecdsa_recoverable_signature()
        var point = secp256k1_pubkey()
        guard
            unsafe secp256k1_ecdsa_recoverable_signature_parse_compact(
                context, &signature, compact.bytes, Int32(recoveryID)) == 1,
            unsafe secp256k1_ecdsa_recover(context, &point, &signature, digest.bytes) == 1
        else { return nil }
        var bytes = [UInt8](repeating: 0, count: 33)
        var length = bytes.count
        unsafe secp256k1_ec_pubkey_serialize(context, &bytes, &length, &point, UInt32(SECP256K1_EC_COMPRESSED))
        return try? PublicKey(bytes: bytes)
    }

    /// The key that signed `text` as `ecc.sign` does: SHA-256 of its UTF-8 (Documentation/protocols/mykey.md §5.2,
    /// checked with a signature from the live MYKEY app).
    public func signer(ofText text: String) -> PublicKey? { signer(of: Self.digest(ofText: text)) }

    /// The digest to sign for a text: SHA-256 of its UTF-8.
    public static func digest(ofText text: String) -> Checksum256 { Hash.sha256(Array(text.utf8)) }
}

/// A `signature` of a contract's interface, of any curve.
public enum AnySignature: Sendable, Hashable, CustomStringConvertible, TextValue {
    /// secp256k1.
    case k1(Signature)
    /// NIST P-256: 65 bytes, otherwise unchecked.
    case r1(FixedBytes<65>)
    /// NIST P-256 by a WebAuthn authenticator.
    case webAuthn(WebAuthnSignature)

    /// A WebAuthn signature with its signed data.
    public struct WebAuthnSignature: Sendable, Hashable {
        /// Recovery id, R and S.
        public let compact: FixedBytes<65>
        /// The authenticator's own data.
        public let authenticatorData: [UInt8]
        /// The browser's data about the site, which is JSON.
        public let clientData: String
    }

    /// Reads the text of a signature of any curve.
    public init(_ text: String) throws(KeyError) {
        guard let (curve, start) = KeyText.curve(text, prefix: "SIG") else { throw .unknownPrefix }
        guard curve != .k1 else {
            self = .k1(try Signature(text))
            return
        }
        var reader = PackedReader(try KeyText.decode(text, from: start, tag: curve.tag, length: curve.signatureLength))
        do {
            self = try Self(curve, from: &reader)
            try reader.finish()
        } catch {
            throw .wrongLength
        }
    }

    /// The text of the signature: `SIG_…`.
    public var description: String { "SIG_\(curve.tag)_" + KeyText.encode(payload, tag: curve.tag) }

    private var curve: Curve {
        switch self {
        case .k1: .k1
        case .r1: .r1
        case .webAuthn: .webAuthn
        }
    }

    private var payload: [UInt8] {
        switch self {
        case .k1(let signature): signature.bytes
        case .r1(let compact): compact.bytes
        case .webAuthn(let signature):
            signature.compact.bytes + [UInt8](counted: signature.authenticatorData) + signature.clientData.packed
        }
    }

    private init(_ curve: Curve, from reader: inout PackedReader) throws(UnpackError) {
        let offset = reader.offset
        switch curve {
        case .k1:
            let bytes = try reader.take(65)
            guard let signature = try? Signature(bytes: bytes) else {
                throw UnpackError(.badValue, at: offset, "Nodes would not accept this signature.")
            }
            self = .k1(signature)
        case .r1: self = .r1(try FixedBytes<65>(from: &reader))
        case .webAuthn:
            self = .webAuthn(
                WebAuthnSignature(
                    compact: try FixedBytes<65>(from: &reader), authenticatorData: try reader.countedBytes(),
                    clientData: try reader.string()))
        }
    }

    init(from reader: inout PackedReader) throws(UnpackError) {
        let offset = reader.offset
        guard let curve = Curve(rawValue: try reader.variableNumber()) else {
            throw UnpackError(.badValue, at: offset, "This kind of signature does not exist.")
        }
        try self.init(curve, from: &reader)
    }

    var packed: [UInt8] { [UInt8](variable: curve.rawValue) + payload }

    static func reading(_ text: String) throws(PackError) -> AnySignature {
        do { return try AnySignature(text) } catch { throw PackError("expected a signature: \(error.message)") }
    }
}
