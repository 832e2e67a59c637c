/// Extended public keys that will be shared. They reveal every address of the account, past and future.
public struct KeyIntent: Sendable, Hashable {
    /// The coin and network whose BIP32 version bytes the keys have.
    public let chain: ChainID
    /// The requested account, 0…2^31-1.
    public let account: UInt32
    /// Path of the pre-BIP44 key, `m/account'`; for practice money below ``DerivationPath/practice``, like the other
    /// path.
    public let bip32: DerivationPath
    /// Path of the BIP44 account key, `m/44'/coin'/account'`.
    public let bip44: DerivationPath

    /// Creates an intent; the engine compares it with the request (S11).
    public init(chain: ChainID, account: UInt32, bip32: DerivationPath, bip44: DerivationPath) {
        self.chain = chain
        self.account = account
        self.bip32 = bip32
        self.bip44 = bip44
    }
}
