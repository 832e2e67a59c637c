/// Why there is no key at a position in a BIP32 tree.
enum DerivationError: Error, Equatable {
    /// The numbers give no key there (probability below 2^-127). BIP32 says to go on with the next index.
    case noKey
    /// A hardened step cannot be taken from a public key.
    case hardenedFromPublic
    /// The tree ends 255 steps below its root.
    case tooDeep
}
