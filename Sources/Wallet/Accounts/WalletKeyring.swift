import RouterEOSIO
import SchemeRouter
import Synchronization

/// The wallet as the engine sees it, from the files of one directory.
public struct WalletKeyring: Keyring {
    private let files: WalletFiles
    private let gap: UInt32
    private let inUse = KeysInUse()

    /// Keys derived for the accounts examined so far; stored when the person gives the passcode.
    private final class KeysInUse: Sendable {
        private let keys = Mutex<[KnownKeys]>([])

        func add(_ more: KnownKeys) { keys.withLock { $0.append(more) } }
        func save() {
            for known in keys.withLock(\.self) {
                known.deriveNext()
                known.save()
            }
        }
    }

    /// The gaps that a person can choose (``init(files:gap:)``).
    public static let gaps = AddressSearch.gaps

    /// The wallet of `files`.
    /// - Parameters:
    ///   - files: where the keystore is.
    ///   - gap: how many unused addresses in a row end the search; nil for BIP44's 20. Later searches include what one
    ///     with a larger gap finds.
    public init(files: WalletFiles, gap: UInt32? = nil) {
        self.files = files
        self.gap = gap ?? AddressSearch.gapLimit
    }

    /// Throws if there is no keystore, or it is damaged or not this wallet's. The passcode may still be wrong.
    public func checkReady() throws(ServiceError) {
        _ = try files.info()
    }

    /// The accounts of a coin whose public keys are known. Throws if account 0 is not known.
    public func accounts(
        of coin: CoinDescriptor, on network: ConfiguredNetwork
    ) throws(ServiceError) -> [any AccountReader] {
        let parameters = try Self.parameters(of: coin, on: network)
        guard files.exists else { throw .noWallet }
        let book = try files.accounts()
        var names: [AccountName] = [.number(0)]
        for path in book?.paths ?? [] {
            let account = AccountPaths(of: path.appending(0, 0), coin: coin, parameters, on: network.id)
            guard let account, account.parts.contains(where: { $0.path == path }) else { continue }
            if !names.contains(account.name) { names.append(account.name) }
        }
        names.sort { Self.rank($0) < Self.rank($1) }
        return try names.map { (name) throws(ServiceError) in
            try account(name, in: book, of: coin, parameters, on: network)
        }
    }

    /// Numbered accounts come first. Mixed or old money is the last that a payment tries.
    private static func rank(_ name: AccountName) -> (Int, UInt32, String) {
        switch name {
        case .number(let number): (0, number, "")
        case .path(let path): (1, 0, path.description)
        case .old: (2, 0, "")
        }
    }

    /// An account of a coin, with the coin type of the configured network.
    ///
    /// Throws `ServiceError/Code/accountNotKnown` if its public key was never recorded.
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
        let account = try AccountPaths.existing(name, of: coin, parameters, on: network.id)
        guard let book, case let known = book.known(of: account), !known.isEmpty else {
            throw ServiceError(
                .accountNotKnown,
                "The addresses of \(name.text) of \(coin.title) (\(account.parts[0].path)) have not been derived yet.",
                hint: Remedy.deriveKeys(of: coin.id, account: name).text(
                    { "Derive them once with the passcode: \($0)." }, or: "Derive them once with the passcode."))
        }
        guard known.allSatisfy({ $0.key.isPoint }) else { throw files.damagedAccounts }
        let parts = known.map { WalletAccount.Part($0.account, key: $0.key, files) }
        for part in parts { inUse.add(part.keys) }
        return WalletAccount(
            name: name, parts: parts, masterFingerprint: book.masterFingerprint, marks: files.marks, gap: gap,
            parameters: parameters, coin: coin, form: try coin.requiredAddressLedger().transactions, network: network)
    }

    private static func parameters(
        of coin: CoinDescriptor, on network: ConfiguredNetwork
    ) throws(ServiceError) -> NetworkParameters {
        guard network.id.coin == coin.id, let parameters = coin.networks[network.id.network] else {
            throw ServiceError(.unsupportedNetwork, "\(coin.title) has no such network.")
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
                .accountNotKnown, "The key for \(coin.title) accounts (\(path)) has not been derived yet.",
                hint: Remedy.deriveKeys(of: coin.id, account: nil).text(
                    { "Derive it once with the passcode: \($0)." }, or: "Derive it once with the passcode."))
        }
        guard account.isPoint else { throw files.damagedAccounts }
        guard let branch = try? account.child(path.steps[path.steps.count - 2]),
            let key = try? branch.child(path.steps[path.steps.count - 1]),
            let publicKey = try? PublicKey(bytes: key.key)
        else { throw ServiceError(.internalError, "There is no key at \(path).") }
        return publicKey.description
    }

    /// Counts the wrong passcodes in a row, whatever program they were typed into.
    public var passcodesLeft: Int? { files.passcodesLeft }

    /// Opens the keystore. It blocks its thread for about half a second: Argon2id is meant to be slow.
    public func unlock(with passcode: borrowing Secret) async throws(ServiceError) -> any UnlockedKeyring {
        let unlocked = try files.unlock(with: passcode)
        inUse.save()
        return unlocked
    }
}
