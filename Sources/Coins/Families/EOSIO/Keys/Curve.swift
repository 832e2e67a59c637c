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
