import ExactJSON

/// How a server proves who it is.
public enum CourierProof: Sendable, Equatable {
    /// Not at all: there is no TLS.
    case none
    /// By a certificate for its name, from an authority that is trusted.
    case authority
    /// By the one certificate whose DER bytes have this SHA-256.
    case pinned([UInt8])
    /// By whichever certificate it has. The client learns its SHA-256.
    case any

    /// Bytes of a SHA-256.
    public static let digestLength = 32

    var json: JSON {
        switch self {
        case .none: .string("none")
        case .authority: .string("authority")
        case .any: .string("any")
        case .pinned(let digest): .string(Base64.encode(digest))
        }
    }

    init(_ text: String) throws(MessageError) {
        switch text {
        case "none": self = .none
        case "authority": self = .authority
        case "any": self = .any
        default:
            guard let digest = Base64.decode(text.utf8), digest.count == Self.digestLength else {
                throw MessageError("proof")
            }
            self = .pinned(digest)
        }
    }
}
