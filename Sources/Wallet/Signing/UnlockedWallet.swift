import RouterBitcoinFormat
import SchemeRouter
import Synchronization

/// The unlocked wallet. Its keys are kept in guarded memory and are wiped with the last reference.
public final class UnlockedWallet: UnlockedKeyring {
    private let master: ExtendedPrivateKey
    /// The BIP39 seed, from which keys on other curves are derived too.
    let seed: Secret
    /// Memory for deriving the keys of a payment; it begins with the master key. This many slots fit into one page.
    private let memory: Mutex<KeyMemory>
    let files: WalletFiles

    private static let usualSlots = 52

    init(master: consuming ExtendedPrivateKey, seed: consuming Secret, files: WalletFiles) {
        memory = Mutex(master.memory(slots: Self.usualSlots))
        self.master = master
        self.seed = seed
        self.files = files
    }

    /// The fingerprint of the master key (BIP32), 8 hex digits: the same words with another passphrase give another
    /// one.
    public var fingerprint: String { master.publicKey.fingerprintText }

    var masterFingerprint: UInt32 { master.publicKey.fingerprint }

    /// Records an account, so that its addresses and balance need no passcode from now on.
    /// - Parameters:
    ///   - account: 0…2^31-1.
    ///   - coinType: `coinType` of the network's parameters.
    ///   - isPractice: whether it belongs to the practice ledger (S14).
    public func addAccount(_ account: UInt32, coinType: UInt32, isPractice: Bool = false) throws(ServiceError) {
        guard account < DerivationPath.hardened, coinType < DerivationPath.hardened else {
            throw ServiceError(
                .refusedByCheck, "Account \(account) does not exist: account numbers end at 2,147,483,647.")
        }
        let path = DerivationPath.bip44(coinType: coinType, account: account)
        try files.addAccount(AccountPath(path: isPractice ? path.inPractice : path), of: master)
    }

    /// Records an account of a coin, so that its addresses and balance need no passcode from now on.
    public func note(
        _ name: AccountName, of coin: CoinDescriptor, on chain: ChainID
    ) throws(ServiceError) {
        guard let parameters = coin.networks[chain.network] else {
            throw ServiceError(.unsupportedNetwork, "\(coin.title) has no such network.")
        }
        try files.addAccount(AccountPaths.existing(name, of: coin, parameters, on: chain), of: master)
    }

    /// An account of a coin, recorded or not.
    func account(
        _ name: AccountName, of coin: CoinDescriptor, on network: ConfiguredNetwork,
        gap: UInt32 = AddressSearch.gapLimit
    ) throws(ServiceError) -> WalletAccount {
        let parameters = try Self.parameters(of: network.id, coin: coin)
        let account = try AccountPaths.existing(name, of: coin, parameters, on: network.id)
        let parts = try account.parts.map { (part) throws(ServiceError) in
            WalletAccount.Part(part, key: try master.accountKey(at: part.path), files)
        }
        return WalletAccount(
            name: name, parts: parts, masterFingerprint: master.publicKey.fingerprint, marks: files.marks, gap: gap,
            parameters: parameters, coin: coin, form: try coin.requiredAddressLedger().transactions, network: network)
    }

    /// Signs a payment whose inputs and change belong to one account.
    ///
    /// Throws `ServiceError/Code/refusedByCheck` for anything that is not exactly what was approved (S11)
    /// or that the previous transactions do not prove (S12).
    public func sign(
        _ intent: PaymentIntent, approved: IntentDigest, coin: CoinDescriptor, previous: [TransactionID: [UInt8]]
    ) throws(ServiceError) -> SignedTransaction {
        try Self.check(.payment(intent), is: approved)
        let parameters = try Self.parameters(of: intent.chain, coin: coin)
        let account = intent.inputs.first.flatMap {
            AccountPaths(of: $0.path, coin: coin, parameters, on: intent.chain)
        }
        guard let account else {
            throw .refused("it spends no UTXO of any \(coin.title) account (S11)")
        }
        let signed = try memory.withLock { (memory) throws(ServiceError) in
            // One key for each UTXO, and one for change.
            var keys = AccountSigningKeys(of: account, in: &memory, mostKeys: intent.inputs.count + 1)
            let plan = try PaymentPlan(
                intent, coin: coin, parameters: parameters, account: account, previous: previous
            ) { (path) throws(ServiceError) in
                path.keyScript.script(of: Digest.hash160(try keys.publicKey(at: path, in: &memory)))
            }
            return try KeySigner.sign(plan.transaction, spending: plan.spent) {
                (input, hashes) throws(ServiceError) in
                try keys.spend(plan.spent[input], at: intent.inputs[input].path, by: input, hashes, in: &memory)
            }
        }
        if intent.data == nil, let change = intent.change.flatMap({ account.place(of: $0.path) }) {
            let place = AddressMarks.Place(chain: intent.chain, path: change.part.path, branch: change.branch)
            // The next change goes to another address. This one is within the gap, so searches find it even if this
            // fails.
            try? files.marks.raise(place, to: AddressMarks.Mark(own: change.index + 1))
        }
        return signed
    }

    /// The keys at `m/account'` and `m/44'/coin'/account'`, for practice below `DerivationPath/practice`, with the
    /// version bytes of the intent's network.
    public func publicKeys(
        for intent: KeyIntent, approved: IntentDigest, coin: CoinDescriptor
    ) throws(ServiceError) -> ExtendedPublicKeys {
        try Self.check(.keys(intent), is: approved)
        let parameters = try Self.parameters(of: intent.chain, coin: coin)
        guard
            intent.account < DerivationPath.hardened, intent.bip32 == .bip32(account: intent.account).on(intent.chain),
            intent.bip44 == .bip44(coinType: parameters.coinType, account: intent.account).on(intent.chain)
        else { throw .refused("the paths do not belong to account \(intent.account) of \(coin.title) (S11)") }
        guard let version = parameters.numbers?.xpub else { throw .refused("\(coin.title) has no such keys") }
        return ExtendedPublicKeys(
            bip32: try key(at: intent.bip32).publicKey.text(version: version),
            bip44: try key(at: intent.bip44).publicKey.text(version: version))
    }

    static func check(_ intent: Intent, is approved: IntentDigest) throws(ServiceError) {
        guard IntentDigest(intent) == approved else { throw .refused("it differs from what was approved (S11)") }
    }

    private static func parameters(
        of chain: ChainID, coin: CoinDescriptor
    ) throws(ServiceError) -> NetworkParameters {
        guard chain.coin == coin.id, let parameters = coin.networks[chain.network] else {
            throw .refused("\(coin.title) is not the coin of this request or has no such network")
        }
        return parameters
    }

    func key(at path: DerivationPath) throws(ServiceError) -> ExtendedPrivateKey {
        do { return try master.derived(along: path) } catch { throw .refused("the wallet has no key at \(path)") }
    }
}
