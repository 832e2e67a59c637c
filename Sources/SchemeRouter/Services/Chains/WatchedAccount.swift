/// The public key of an account, for a network that watches only given addresses. It reveals every address of the
/// account and cannot spend.
public struct WatchedAccount: Sendable, Hashable {
    /// Fingerprint of the wallet's master key (BIP32).
    public let masterFingerprint: UInt32
    /// The account's path, such as `m/44'/5'/0'`. Its addresses are at `0/index` and `1/index` below it.
    public let path: DerivationPath
    /// The account's extended public key, with the version bytes of the network.
    public let xpub: String

    public init(masterFingerprint: UInt32, path: DerivationPath, xpub: String) {
        self.masterFingerprint = masterFingerprint
        self.path = path
        self.xpub = xpub
    }
}
