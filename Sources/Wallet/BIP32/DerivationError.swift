/// Why there is no key at a position in a BIP32 tree.
enum DerivationError: Error, Equatable {
    /// BIP32 defines no key at this index (probability below 2^-127) and says to continue with the next.
    case noKey
    /// A hardened step cannot be taken from a public key.
    case hardenedFromPublic
    /// A tree is at most 255 steps deep.
    case tooDeep
}
