import RouterBitcoinFormat
import RouterBytes
import SchemeRouter

/// What everybody may know of a masternode's key, in the forms in which it is registered
/// (Documentation/protocols/dash-axe.md §5.1).
public struct MasternodePublicKey: Sendable {
    /// One form of the key.
    public struct Form: Sendable, Hashable {
        /// Its name for programs.
        public let name: String
        /// What wallets write before it; nil for what only programs need.
        public let title: String?
        /// The key in this form.
        public let text: String
    }

    /// All its forms.
    public let forms: [Form]

    /// - Parameter key: as a `KeyBranch` of this kind has it.
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
            // The node id of DIP-28.
            let id = Digest.sha256(key).prefix(20)
            forms = [
                Form(name: "keyId", title: "Key Id", text: Array(id).hex),
                Form(name: "publicKey", title: nil, text: key.hex),
            ]
        }
    }

    /// The form that Dash writes since version 19 of its protocol, from the legacy one: the top bit says that there is no y,
    /// and the third one which of the two it is (Documentation/protocols/dash-axe.md §5.3).
    private static func basic(_ legacy: [UInt8]) -> [UInt8] {
        var bytes = legacy
        let isLarger = legacy[0] & 0x80 != 0
        bytes[0] = legacy[0] & 0x1F | 0x80 | (isLarger ? 0x20 : 0)
        return bytes
    }
}
