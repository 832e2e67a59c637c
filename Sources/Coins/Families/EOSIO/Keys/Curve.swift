/// The kinds of keys of EOSIO, in the order of its variants (`libraries/fc/include/fc/crypto/public_key.hpp`).
enum Curve: UInt32, Sendable, CaseIterable {
    /// secp256k1, as in Bitcoin.
    case k1
    /// NIST P-256.
    case r1
    /// NIST P-256 in a web authenticator.
    case webAuthn

    /// How many bytes a public key has; nil if that differs.
    var keyLength: Int? { self == .webAuthn ? nil : 33 }

    /// How many bytes a signature has; nil if that differs.
    var signatureLength: Int? { self == .webAuthn ? nil : 65 }

    /// Its letters in texts, which its checksums include.
    var tag: String {
        switch self {
        case .k1: "K1"
        case .r1: "R1"
        case .webAuthn: "WA"
        }
    }
}
