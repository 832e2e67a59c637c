import EOSIO
import SchemeRouter
import Synchronization

/// The wallet as the engine sees it, from the files of one directory.
public struct WalletKeyring: Keyring {
    private let files: WalletFiles
    private let inUse = KeysInUse()

    /// What was derived for the accounts that were looked at; it is kept when the person gives the passcode.
    private final class KeysInUse: Sendable {
        private let keys = Mutex<[KnownKeys]>([])

        func add(_ more: KnownKeys) { keys.withLock { $0.append(more) } }
        func save() { keys.withLock { $0.forEach { $0.save() } } }
    }

    /// The wallet of `files`.
    public init(files: WalletFiles) {
        self.files = files
    }

    /// Throws where there is no keystore, or one that cannot be the wallet's. The passcode may still be wrong.
    public func checkReady() throws(ServiceError) {
        _ = try files.info()
    }

    /// The account `m/44'/coin'/account'` with the coin type of the network that is configured.
    public func account(
        _ account: UInt32, of coin: CoinDescriptor, on network: ConfiguredNetwork
    ) throws(ServiceError) -> any AccountReader {
        guard files.exists else { throw .noWallet }
        guard network.id.coin == coin.id, let parameters = coin.networks[network.id.network] else {
            throw ServiceError(.unsupportedNetwork, "\(coin.title) has no network of this kind.")
        }
        guard account < DerivationPath.hardened else {
            throw ServiceError(.refusedByCheck, "Account \(account) does not exist: accounts end at 2,147,483,647.")
        }
        let place = AccountPath(coinType: parameters.coinType, account: account)
        guard let book = try files.accounts(), let key = book.keys[place.path] else {
            throw ServiceError(
                .accountNotKnown,
                "The addresses of account \(account) of \(coin.title) (\(place.path)) are not known yet.",
                hint: "Ask for an address of the account once with the passcode: `router wallet address`.")
        }
        let keys = KnownKeys(below: key, file: files.addressesFile(of: place.path))
        inUse.add(keys)
        let watched = WatchedAccount(
            masterFingerprint: book.masterFingerprint, path: place.path, xpub: key.text(version: parameters.xpub))
        return WalletAccount(
            place, keys: keys, watched: watched, parameters: parameters, coin: coin, chain: network.chain)
    }

    /// The key that signs for named accounts, in the spelling that all wallets read: `EOS…`.
    public func accountKey(of coin: CoinDescriptor) throws(ServiceError) -> String {
        guard files.exists else { throw .noWallet }
        guard let path = coin.accountChain?.keyPath else {
            throw ServiceError(.unsupportedNetwork, "\(coin.title) has no named accounts.")
        }
        let account = DerivationPath(Array(path.steps.prefix(3)))
        guard let account = try files.accounts()?.keys[account] else {
            throw ServiceError(
                .accountNotKnown, "The key for accounts of \(coin.title) (\(path)) is not known yet.",
                hint: "Ask for it once with the passcode: `router wallet address \(coin.id)`.")
        }
        guard let branch = try? account.child(path.steps[3]), let key = try? branch.child(path.steps[4]),
            let publicKey = try? PublicKey(bytes: key.key)
        else { throw ServiceError(.internalError, "There is no key at \(path).") }
        return publicKey.description
    }

    /// Opens the keystore. It blocks its thread for about half a second: Argon2id is meant to be slow.
    public func unlock(with passcode: borrowing Secret) async throws(ServiceError) -> any UnlockedKeyring {
        let unlocked = try files.unlock(with: passcode)
        inUse.save()
        return unlocked
    }
}
