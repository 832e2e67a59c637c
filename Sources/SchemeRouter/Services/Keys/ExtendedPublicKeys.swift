/// The two keys of a `masterPublicKey` answer, as BIP32 texts (`xpub…`).
public struct ExtendedPublicKeys: Sendable, Hashable {
    /// The key at `m/account'`.
    public let bip32: String
    /// The key at `m/44'/coin'/account'`.
    public let bip44: String

    /// Keys as given.
    public init(bip32: String, bip44: String) {
        self.bip32 = bip32
        self.bip44 = bip44
    }
}
