import SchemeRouter

extension Mnemonic {
    /// The fingerprint of the wallet that these words and this passphrase open (BIP32), 8 hex digits.
    ///
    /// Throws `ServiceError/Code/refusedByPolicy` if the passphrase is not valid text.
    public borrowing func fingerprint(passphrase: borrowing Secret) throws(ServiceError) -> String {
        try KeystoreContents.make(duplicate(), passphrase: passphrase).masterKey().publicKey.fingerprintText
    }
}

extension KeystoreContents {
    /// BIP39's seed, 64 bytes, from which every key follows.
    borrowing func seed() throws(ServiceError) -> Secret {
        guard let seed = try? mnemonic.seed(passphrase: passphrase) else { throw .noMasterKey }
        return seed
    }

    /// The root of all keys on secp256k1.
    borrowing func masterKey() throws(ServiceError) -> ExtendedPrivateKey { try .wallet(of: try seed()) }
}

extension ExtendedPrivateKey {
    /// The root of all keys on secp256k1 for a wallet's seed.
    static func wallet(of seed: borrowing Secret) throws(ServiceError) -> ExtendedPrivateKey {
        guard let key = try? ExtendedPrivateKey.master(seed: seed) else { throw .noMasterKey }
        return key
    }
}

extension ServiceError {
    fileprivate static var noMasterKey: ServiceError {
        ServiceError(.internalError, "No key can be derived from these words.")
    }
}
