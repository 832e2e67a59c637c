import SchemeRouter

extension KeystoreContents {
    /// The root of all keys.
    borrowing func masterKey() throws(ServiceError) -> ExtendedPrivateKey {
        guard
            let seed = try? mnemonic.seed(passphrase: passphrase),
            let key = try? ExtendedPrivateKey.master(seed: seed)
        else { throw ServiceError(.internalError, "These words give no key.") }
        return key
    }
}
