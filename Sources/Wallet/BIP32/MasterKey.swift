import SchemeRouter

extension Mnemonic {
    /// The fingerprint of the wallet that the words open with this passphrase (BIP32), 8 hex digits.
    ///
    /// Throws ``SchemeRouter/ServiceError/Code/refusedByPolicy`` where no wallet can have the passphrase.
    public borrowing func fingerprint(passphrase: borrowing Secret) throws(ServiceError) -> String {
        try KeystoreContents.make(duplicate(), passphrase: passphrase).masterKey().publicKey.fingerprintText
    }
}

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
