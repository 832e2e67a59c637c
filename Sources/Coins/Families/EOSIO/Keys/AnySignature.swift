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
