import RouterEOSIO
import SchemeRouter
import Synchronization

/// The wallet as the engine sees it, from the files of one directory.
public struct WalletKeyring: Keyring {
    private let files: WalletFiles
    private let gap: UInt32
    private let inUse = KeysInUse()

    /// What was derived for the accounts that were looked at; it is kept when the person gives the passcode.
    private final class KeysInUse: Sendable {
        private let keys = Mutex<[KnownKeys]>([])

        func add(_ more: KnownKeys) { keys.withLock { $0.append(more) } }
        func save() { keys.withLock { $0.forEach { $0.save() } } }
    }

    /// The gaps that a person can ask for (``init(files:gap:)``).
    public static let gaps = AddressSearch.gaps

    /// The wallet of `files`.
    /// - Parameter gap: after how many addresses in a row that were never used no more are looked for; nil for the 20 of
    ///   BIP44. What a search with a larger one finds is looked for from then on.
    public init(files: WalletFiles, gap: UInt32? = nil) {
        self.files = files
        self.gap = gap ?? AddressSearch.gapLimit
    }

    /// Throws where there is no keystore, or one that cannot be the wallet's. The passcode may still be wrong.
    public func checkReady() throws(ServiceError) {
        _ = try files.info()
    }

    /// The accounts of a coin whose public keys are known. Throws where that of account 0 is not.
    public func accounts(
        of coin: CoinDescriptor, on network: ConfiguredNetwork
    ) throws(ServiceError) -> [any AccountReader] {
        let parameters = try Self.parameters(of: coin, on: network)
        guard files.exists else { throw .noWallet }
        let book = try files.accounts()
        var names = (book?.paths ?? []).compactMap { path -> AccountName? in
            let account = AccountPath(of: path.appending(0, 0), coin: coin, parameters, on: network.id)
            return account.flatMap { $0.path == path ? $0.name : nil }
        }
        // The old one stands first in the file, and is the last that is tried.
        if let old = names.firstIndex(of: .old) { names.append(names.remove(at: old)) }
        if names.first != .number(0) { names.insert(.number(0), at: 0) }
        return try names.map { (name) throws(ServiceError) in
            try account(name, in: book, of: coin, parameters, on: network)
        }
    }

    /// An account of a coin, with the coin type of the network that is configured.
    ///
    /// Throws ``SchemeRouter/ServiceError/Code/accountNotKnown`` where its public key was never noted.
    public func account(
        _ name: AccountName, of coin: CoinDescriptor, on network: ConfiguredNetwork
    ) throws(ServiceError) -> any AccountReader {
        let parameters = try Self.parameters(of: coin, on: network)
        guard files.exists else { throw .noWallet }
        return try account(name, in: try files.accounts(), of: coin, parameters, on: network)
    }

    private func account(
        _ name: AccountName, in book: AccountBook?, of coin: CoinDescriptor, _ parameters: NetworkParameters,
        on network: ConfiguredNetwork
    ) throws(ServiceError) -> any AccountReader {
        let place = try AccountPath.existing(name, of: coin, parameters, on: network.id)
        guard let book, let key = book.keys[place.path] else {
            throw ServiceError(
                .accountNotKnown, "The addresses of \(name.text) of \(coin.title) (\(place.path)) are not known yet.",
                hint: "Give the passcode for it once: “router wallet address \(coin.id) --account \(name)”.")
        }
        let keys = KnownKeys(below: key, file: files.addressesFile(of: place.path))
        inUse.add(keys)
        return WalletAccount(
            account: place, key: key, masterFingerprint: book.masterFingerprint, keys: keys, marks: files.marks,
            gap: gap,
            parameters: parameters, coin: coin, network: network)
    }

    private static func parameters(
        of coin: CoinDescriptor, on network: ConfiguredNetwork
    ) throws(ServiceError) -> NetworkParameters {
        guard network.id.coin == coin.id, let parameters = coin.networks[network.id.network] else {
            throw ServiceError(.unsupportedNetwork, "\(coin.title) has no network of this kind.")
        }
        return parameters
    }

    /// The key that signs for named accounts, in the spelling that all wallets read: `EOS…`.
    public func accountKey(of coin: CoinDescriptor, on chain: ChainID) throws(ServiceError) -> String {
        guard files.exists else { throw .noWallet }
        guard let path = coin.accountChain?.keyPath.on(chain) else {
            throw ServiceError(.unsupportedNetwork, "\(coin.title) has no named accounts.")
        }
        let account = DerivationPath(Array(path.steps.dropLast(2)))
        guard let account = try files.accounts()?.keys[account] else {
            throw ServiceError(
                .accountNotKnown, "The key for accounts of \(coin.title) (\(path)) is not known yet.",
                hint: "Ask for it once with the passcode: `router wallet address \(coin.id)`.")
        }
        guard let branch = try? account.child(path.steps[path.steps.count - 2]),
            let key = try? branch.child(path.steps[path.steps.count - 1]),
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
