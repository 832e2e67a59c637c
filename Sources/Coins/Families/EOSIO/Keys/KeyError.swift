/// Why a text or bytes are not a key or signature.
public enum KeyError: Error, Sendable, Equatable {
    /// No known prefix of keys or signatures.
    case unknownPrefix
    /// The character at this offset is not in the Base58 alphabet.
    case badCharacter(offset: Int)
    /// Too many or too few bytes.
    case wrongLength
    /// The checksum does not match: a typing error.
    case badChecksum
    /// A key or signature of another curve (R1, WA), which this wallet neither has nor verifies.
    case unsupportedCurve
    /// Not a point on the curve, or numbers outside its order.
    case notOnCurve
    /// A signature with the larger of two possible S. Nodes refuse it.
    case highS
    /// A private key where a public one belongs. The text must not be repeated.
    case privateKey

    /// The problem, for the person.
    public var message: String {
        switch self {
        case .unknownPrefix: "its prefix is not allowed here"
        case .badCharacter(let offset): "the character at offset \(offset) is not allowed"
        case .wrongLength: "it is too long or too short"
        case .badChecksum: "its checksum is wrong, probably because of a typing error"
        case .unsupportedCurve: "keys of this curve are not supported"
        case .notOnCurve: "it is not a point on the curve"
        case .highS: "the signature is not canonical, so nodes reject it"
        case .privateKey: "it is a private key where a public key belongs"
        }
    }
}
