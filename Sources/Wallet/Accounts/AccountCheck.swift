import SchemeRouter

extension AccountBook {
    /// Derives every key again: a replaced file would show a thief's addresses as the wallet's own.
    func check(against master: borrowing ExtendedPrivateKey) throws(ServiceError) {
        guard masterFingerprint == master.publicKey.fingerprint else { throw .foreignAccounts }
        for (path, key) in keys {
            guard try master.accountKey(at: path) == key else { throw .foreignAccounts }
        }
    }
}

extension ExtendedPrivateKey {
    borrowing func accountKey(at path: DerivationPath) throws(ServiceError) -> ExtendedPublicKey {
        guard let key = try? derived(along: path).publicKey else {
            throw ServiceError(.internalError, "The wallet has no key at \(path).")
        }
        return key
    }
}

extension ServiceError {
    /// The accounts on disk are not those of the keystore.
    static var foreignAccounts: ServiceError {
        ServiceError(
            .refusedByCheck, "The accounts file belongs to another wallet or was changed.",
            hint: "Move the file “accounts” away. Addresses shared since it changed may not be yours.")
    }
}
