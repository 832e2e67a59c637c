import RouterBitcoinFormat
import RouterBytes
import SchemeRouter

/// The public parts of a masternode key, in the forms used for registration (Documentation/protocols/dash-axe.md §5.1).
public struct MasternodePublicKey: Sendable {
    /// One form of the key.
    public struct Form: Sendable, Hashable {
        /// Its name for programs.
        public let name: String
        /// Its label in wallets; nil for a form that only programs need.
        public let title: String?
        /// The key in this form.
        public let text: String
    }

    /// All its forms.
    public let forms: [Form]

    /// - Parameter key: the public key of a `KeyBranch` of this kind.
    public init(_ key: [UInt8], of kind: MasternodeKeyKind, on network: NetworkParameters) {
        switch kind {
        case .owner, .voting:
            let hash = Digest.hash160(key)
            forms = [
                Form(name: "address", title: "Address", text: Address(.publicKeyHash(hash)).text(on: network) ?? ""),
                Form(name: "publicKey", title: nil, text: key.hex), Form(name: "keyId", title: nil, text: hash.hex),
            ]
        case .operator:
            forms = [
                Form(name: "publicKeyBasic", title: "Public key (basic)", text: Self.basic(key).hex),
                Form(name: "publicKeyLegacy", title: "Public key (legacy)", text: key.hex),
            ]
        case .platform:
            // The node id (DIP-28).
            let id = Digest.sha256(key).prefix(20)
            forms = [
                Form(name: "keyId", title: "Key ID", text: Array(id).hex),
                Form(name: "publicKey", title: nil, text: key.hex),
            ]
        }
    }

    /// Converts the legacy form to the one that Dash uses since protocol version 19: the top bit says that y is
    /// omitted, and the third bit selects one of the two (Documentation/protocols/dash-axe.md §5.3).
    private static func basic(_ legacy: [UInt8]) -> [UInt8] {
        var bytes = legacy
        let isLarger = legacy[0] & 0x80 != 0
        bytes[0] = legacy[0] & 0x1F | 0x80 | (isLarger ? 0x20 : 0)
        return bytes
    }
}
