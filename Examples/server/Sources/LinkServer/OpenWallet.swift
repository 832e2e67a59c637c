import RouterWallet
import SchemeRouter

/// A wallet that is opened when the worker starts and stays open, because nobody types a passcode on a server. Its keys
/// are in guarded memory (S8); the passcode itself is not kept.
public struct OpenWallet: Keyring {
    private let keyring: WalletKeyring
    private let unlocked: any UnlockedKeyring

    /// Opens the wallet in `directory`, as created by `router wallet create` or `router wallet restore`.
    public init(directory: String, passcode: borrowing Secret) async throws(ServiceError) {
        keyring = WalletKeyring(files: WalletFiles(directory: directory))
        try keyring.checkReady()
        unlocked = try await keyring.unlock(with: passcode)
    }

    /// Throws if the wallet's files are missing or damaged.
    public func checkReady() throws(ServiceError) { try keyring.checkReady() }

    /// The accounts with known public keys.
    public func accounts(
        of coin: CoinDescriptor, on network: ConfiguredNetwork
    ) throws(ServiceError) -> [any AccountReader] { try keyring.accounts(of: coin, on: network) }

    /// The public key for named accounts.
    public func accountKey(of coin: CoinDescriptor, on chain: ChainID) throws(ServiceError) -> String {
        try keyring.accountKey(of: coin, on: chain)
    }

    /// The open wallet: the approvers have agreed (``QuestionPrompt``).
    public func unlock(with passcode: borrowing Secret) async throws(ServiceError) -> any UnlockedKeyring { unlocked }
}
