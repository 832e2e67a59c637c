import RouterBytes
import SchemeRouter

/// What can be shown about a wallet without its passcode.
public struct WalletInfo: Sendable, Hashable {
    /// When it was created or restored.
    public let created: UnixTime
    /// How the passcode becomes a key: `Argon2id, 3 passes over 256 MiB`.
    public let keyDerivation: String
    /// Whether that is less than the usual work.
    public let takesLessThanUsual: Bool
    /// Fingerprint of the master key (BIP32), 8 hex digits; nil if no account is known.
    public let fingerprint: String?
    /// The accounts whose public keys are known, in order.
    public let accounts: [DerivationPath]
    /// The practice accounts (S14).
    public let practiceAccounts: [DerivationPath]
    /// When the person last confirmed that the words are written down; nil if that never happened.
    public let backupChecked: UnixTime?

    init(header: KeystoreHeader, usual: Stretching, accounts book: AccountBook?, backupChecked: UnixTime?) {
        self.backupChecked = backupChecked
        created = header.created
        keyDerivation = header.stretching.text
        takesLessThanUsual = !header.stretching.isAtLeast(usual)
        fingerprint = book.map { [UInt8](bigEndian: $0.masterFingerprint).hex }
        accounts = book?.paths.filter { !$0.isPractice } ?? []
        practiceAccounts = book?.paths.filter(\.isPractice) ?? []
    }
}
