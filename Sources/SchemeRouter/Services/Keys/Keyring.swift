/// The wallet as the engine sees it: public account data at any time, signatures only after a passcode.
public protocol Keyring: Sendable {
    /// Throws ``ServiceError/Code/noWallet`` or ``ServiceError/Code/damagedKeystore`` where there is nothing to open.
    func checkReady() throws(ServiceError)

    /// What the wallet knows about its accounts of a coin without a passcode, in the order in which a payment tries
    /// them: account 0, further ones by their numbers, and the old one. There is at least account 0.
    ///
    /// Throws ``ServiceError/Code/noWallet`` or ``ServiceError/Code/accountNotKnown``.
    func accounts(
        of coin: CoinDescriptor, on network: ConfiguredNetwork
    ) throws(ServiceError) -> [any AccountReader]

    /// The public key by which the wallet signs for accounts of a coin on a chain, as a text of that chain. The practice
    /// chain has another one than the real chain (S14).
    ///
    /// Throws ``ServiceError/Code/noWallet`` or ``ServiceError/Code/accountNotKnown``.
    func accountKey(of coin: CoinDescriptor, on chain: ChainID) throws(ServiceError) -> String

    /// Opens the keystore. Slow on purpose (Argon2id).
    ///
    /// Throws ``ServiceError/Code/wrongPasscode``, or ``ServiceError/Code/tooManyPasscodes`` while the delay runs.
    func unlock(with passcode: borrowing Secret) async throws(ServiceError) -> any UnlockedKeyring
}
