import Glibc
import RouterBytes
import RouterStorage
import SchemeRouter

/// The wallet's folder: the keystore, the accounts and marks, the count of wrong passcodes, and when the words were
/// last compared with what the person wrote down.
///
/// The folder is 0700 and its files are 0600. Each file is replaced as a whole, so that a crash leaves the old or the
/// new one.
public struct WalletFiles: Sendable {
    /// The folder's path.
    public let directory: String
    private let now: @Sendable () -> UnixTime
    private let usual: Stretching
    private let least: Stretching
    private let memory: @Sendable () -> FreeMemory
    private let disk: DiskCalls

    /// The wallet in `directory`, which may not exist yet.
    /// - Parameters:
    ///   - directory: where the files are.
    ///   - now: the clock.
    public init(directory: String, now: @escaping @Sendable () -> UnixTime = { UnixTime(time(nil)) }) {
        self.init(directory: directory, now: now, usual: .strong, least: .modest)
    }

    /// A wallet with another key derivation for its passcode, other memory, or another disk.
    package init(
        directory: String, now: @escaping @Sendable () -> UnixTime, usual: Stretching, least: Stretching? = nil,
        memory: @escaping @Sendable () -> FreeMemory = { .now() }, disk: DiskCalls = .system
    ) {
        self.directory = directory
        self.now = now
        (self.usual, self.least) = (usual, least ?? usual)
        self.memory = memory
        self.disk = disk
    }

    private var keystoreFile: PrivateFile { file("keystore") }
    private var accountsFile: PrivateFile { file("accounts") }
    private var backup: BackupFile { BackupFile(file: file("backup")) }
    private var attempts: AttemptsFile { AttemptsFile(file: file("attempts")) }

    /// How far addresses are used, according to this wallet's own records.
    var marks: MarksFile { MarksFile(directory: directory, file: file("marks")) }

    func file(_ name: String) -> PrivateFile { PrivateFile(path: "\(directory)/\(name)", disk: disk) }

    /// Where the hashes of an account's keys are stored. `path` is the account's.
    func addressesFile(of path: DerivationPath) -> PrivateFile {
        let numbers = path.withoutPractice.steps.map { String($0 & ~DerivationPath.hardened) }
        // BIP44 file names leave out the first step.
        let isBIP44 = numbers.count == 3 && numbers[0] == "44"
        let rest = Array(numbers.dropFirst(isBIP44 ? 1 : 0))
        let name = numbers.count == 1 ? "old-\(numbers[0])" : rest.joined(separator: "-")
        return file("addresses-\(path.isPractice ? "practice-" : "")\(name)")
    }

    /// Whether there is a keystore, whole or not.
    public var exists: Bool { keystoreFile.exists }

    /// How much work a new wallet's passcode can be made to take now.
    public func sealing() -> Sealing {
        let stretching = usual.fits(memory()) ? usual : least
        return Sealing(stretching: stretching, isUsual: stretching.isAtLeast(usual), usual: usual)
    }

    /// Creates a wallet from `mnemonic`, new or restored, and records account 0 of each coin type and of practice.
    ///
    /// Throws `ServiceError/Code/notEnoughMemory` if memory does not suffice for `sealing`: it never takes less. Throws `ServiceError/Code/refusedByPolicy` if there is already a keystore – it is never overwritten – or if
    /// ``Passcode/mistake(in:)`` objects to the passcode.
    /// - Parameters:
    ///   - mnemonic: the words.
    ///   - passphrase: BIP39's optional passphrase in UTF-8; empty if there is none.
    ///   - passcode: opens the keystore from then on.
    ///   - coinTypes: of coins that receive at BIP44 addresses, and of named accounts; below 2^31.
    ///   - witnessTypes: of coins that receive at BIP84 addresses.
    ///   - branches: keys that hold no money, whose first public keys are recorded too.
    ///   - sealing: the work that the passcode takes, of ``sealing()``; nil for the usual one. The person must have agreed to
    ///     less.
    /// - Returns: the unlocked wallet: someone who has just chosen the passcode does not have to type it again.
    @discardableResult
    public func create(
        from mnemonic: consuming Mnemonic, passphrase: borrowing Secret, passcode: borrowing Secret,
        coinTypes: some Sequence<UInt32>, witnessTypes: Set<UInt32> = [], branches: Set<KeyBranch> = [],
        sealing: Sealing? = nil
    ) throws(ServiceError) -> UnlockedWallet {
        let stretching = sealing?.stretching ?? usual
        let passcode = try Self.newPasscode(passcode)
        let contents = try KeystoreContents.make(mnemonic, passphrase: passphrase)
        let seed = try contents.seed()
        let master = try ExtendedPrivateKey.wallet(of: seed)
        var book = AccountBook(masterFingerprint: master.publicKey.fingerprint)
        let accounts =
            Set(coinTypes).map { DerivationPath.bip44(coinType: $0, account: 0) }
            + witnessTypes.map { DerivationPath.bip84(coinType: $0, account: 0) }
        for path in accounts.flatMap({ [$0, $0.inPractice] }) { book.add(try master.accountKey(at: path), at: path) }
        try PrivateFile.makeDirectory(directory)
        try DirectoryLock.holding(directory) { () throws(ServiceError) in
            guard !exists else {
                throw ServiceError(.refusedByPolicy, "There is already a wallet in \(directory).")
            }
            try stretching.check(memory())
            let keystore = try Keystore(
                sealing: contents, passcode: passcode, created: now(), stretching: stretching)
            // The keystore comes first: accounts without a keystore would belong to no wallet, while a wallet without
            // accounts only has to be opened to record them.
            try keystoreFile.create(keystore.bytes)
            try accountsFile.replace(with: book.bytes)
            for (path, key) in book.keys { keepFirstAddresses(below: key, at: path) }
        }
        let wallet = UnlockedWallet(master: master, seed: seed, files: self)
        // If this fails, recording them later takes the passcode once more.
        try? wallet.notePublicKeys(branches.map { (branch: $0, count: KeyUse.ahead) })
        return wallet
    }

    /// What can be shown without the passcode.
    public func info() throws(ServiceError) -> WalletInfo {
        WalletInfo(header: try keystore().header, usual: usual, accounts: try accounts(), backupChecked: backup.time)
    }

    /// Opens the wallet. It blocks its thread for about half a second: Argon2id is meant to be slow.
    ///
    /// Throws `ServiceError/Code/wrongPasscode`, or
    /// `ServiceError/Code/tooManyPasscodes` while a delay runs.
    public func unlock(with passcode: borrowing Secret) throws(ServiceError) -> UnlockedWallet {
        try DirectoryLock.holding(directory) { () throws(ServiceError) in
            let seed = try open(try keystore(), with: passcode).seed()
            let master = try ExtendedPrivateKey.wallet(of: seed)
            if let book = try accounts() {
                try book.check(against: master)
                try checkAddresses(of: book)
            }
            try checkKeyLists(of: seed)
            return UnlockedWallet(master: master, seed: seed, files: self)
        }
    }

    /// Seals the wallet under another passcode. The old one counts as a guess like any other. The new one takes at least
    /// as much work as the old one (S8), and the usual work if memory suffices.
    ///
    /// Whatever happens meanwhile, there is one whole keystore, which opens with either the old passcode or the new
    /// one. An older copy of the file always opens with the old one.
    public func changePasscode(
        from old: borrowing Secret, to new: borrowing Secret
    ) throws(ServiceError) {
        try changePasscode(from: old, to: new, taking: nil)
    }

    /// - Parameter chosen: the work that the new passcode takes, even if that is less; nil as described above.
    package func changePasscode(
        from old: borrowing Secret, to new: borrowing Secret, taking chosen: Stretching?
    ) throws(ServiceError) {
        let passcode = try Self.newPasscode(new)
        try DirectoryLock.holding(directory) { () throws(ServiceError) in
            let keystore = try keystore()
            let contents = try open(keystore, with: old)
            let before = keystore.header.stretching
            let better = before.combined(with: usual)
            // What the old passcode just took is there.
            let stretching = chosen ?? (better.fits(memory()) ? better : before)
            let resealed = try Keystore(
                sealing: contents, passcode: passcode, created: keystore.header.created, stretching: stretching)
            do throws(ServiceError) {
                try keystoreFile.replace(with: resealed.bytes)
            } catch {
                guard (try? self.keystore()) == resealed else { throw error }
                throw ServiceError(
                    .cannotWrite, "The passcode was changed, but the disk did not confirm that the change was saved.",
                    hint: "Try the new passcode first. After a power failure, the old one may apply again.")
            }
        }
    }

    /// Opens the wallet's words, to compare them with what the person wrote down.
    public func words(with passcode: borrowing Secret) throws(ServiceError) -> BackupCheck {
        try DirectoryLock.holding(directory) { () throws(ServiceError) in
            BackupCheck(of: try open(try keystore(), with: passcode))
        }
    }

    /// Records that the person's written words are the wallet's.
    public func noteBackupIsRight() throws(ServiceError) {
        try DirectoryLock.holding(directory) { () throws(ServiceError) in try backup.note(now()) }
    }

    /// The accounts in use; nil if the file is missing.
    func accounts() throws(ServiceError) -> AccountBook? {
        guard accountsFile.exists else { return nil }
        guard
            let bytes = try? accountsFile.read(limit: AccountBook.longestFile), let book = AccountBook(reading: bytes)
        else {
            throw damagedAccounts
        }
        return book
    }

    var damagedAccounts: ServiceError {
        ServiceError(
            .damagedKeystore, "The file \(accountsFile.path) is damaged.",
            hint: Remedy.findAccounts.text(
                { "No money depends on it. Move it away and find your accounts again with \($0)." },
                or: "No money depends on it. Move it away and find your accounts again."))
    }

    /// The addresses of an account, from its file or derived.
    func keys(below account: ExtendedPublicKey, at path: DerivationPath) -> KnownKeys {
        KnownKeys(below: account, in: path.keyScript, file: addressesFile(of: path))
    }

    /// Derives every stored address again, for the same reason as the accounts.
    private func checkAddresses(of book: AccountBook) throws(ServiceError) {
        for (path, key) in book.keys {
            let keys = keys(below: key, at: path)
            guard keys.areRight else { throw keys.wasChanged }
        }
    }

    /// Records an account of the wallet with the master key `master`: the path at which it receives. If no account of
    /// its coin is known, or the file was lost once, it records all paths, because nothing tells which were in use.
    func addAccount(_ account: AccountPaths, of master: borrowing ExtendedPrivateKey) throws(ServiceError) {
        let book = try accounts()
        let coinType = account.parts.first?.path.withoutPractice.steps.dropFirst().first
        let isKnown = book?.paths.contains { $0.withoutPractice.steps.dropFirst().first == coinType } ?? false
        let parts = book?.ordered(account.parts) ?? account.parts
        let isWhole = book?.isRemade == false
        for part in isKnown && isWhole ? Array(parts.prefix(1)) : parts { try addAccount(part, of: master) }
    }

    func addAccount(_ account: AccountPath, of master: borrowing ExtendedPrivateKey) throws(ServiceError) {
        let path = account.path
        let key = try master.accountKey(at: path)
        let fingerprint = master.publicKey.fingerprint
        try DirectoryLock.holding(directory) { () throws(ServiceError) in
            var book = try accounts() ?? AccountBook(masterFingerprint: fingerprint, isRemade: true)
            guard book.masterFingerprint == fingerprint else { throw .foreignAccounts }
            guard book.keys[path] != key else { return }
            book.add(key, at: path)
            guard AccountBook(reading: book.bytes) != nil, book.bytes.count <= AccountBook.longestFile else {
                throw ServiceError(
                    .refusedByCheck, "The account at \(path) cannot be added to the wallet's other accounts.")
            }
            try accountsFile.replace(with: book.bytes)
            keepFirstAddresses(below: key, at: path)
        }
    }

    private func keepFirstAddresses(below key: ExtendedPublicKey, at path: DerivationPath) {
        let keys = keys(below: key, at: path)
        keys.deriveFirst()
        keys.save()
    }

    private func keystore() throws(ServiceError) -> Keystore {
        guard keystoreFile.exists else { throw .noWallet }
        guard let bytes = try? keystoreFile.read(limit: Keystore.length) else {
            throw .damagedKeystore("it cannot be read, or is too long")
        }
        return try Keystore(reading: bytes)
    }

    /// How many wrong passcodes may be typed until there is a delay; 0 while there is one.
    var passcodesLeft: Int { attempts.left }

    /// Opens a keystore under the rules for wrong passcodes. The caller holds the directory lock.
    private func open(
        _ keystore: Keystore, with passcode: borrowing Secret
    ) throws(ServiceError) -> KeystoreContents {
        let passcode = try Passcode.normalized(passcode)
        try keystore.header.stretching.check(memory())
        let attempt = try attempts.begin(at: now())
        do throws(ServiceError) {
            let contents = try keystore.open(passcode: passcode)
            try attempts.succeeded()
            return contents
        } catch {
            throw try attempts.failed(attempt, with: error)
        }
    }

    private static func newPasscode(_ passcode: borrowing Secret) throws(ServiceError) -> Secret {
        if let mistake = Passcode.mistake(in: passcode) { throw ServiceError(.refusedByPolicy, mistake) }
        return try Passcode.normalized(passcode)
    }
}

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

/// How much work a wallet's passcode takes: for the person to agree to, if it is less than usual.
public struct Sealing: Sendable, Hashable {
    let stretching: Stretching
    /// Whether it is at least the usual work.
    public let isUsual: Bool
    let usual: Stretching

    /// The work, for people: `Argon2id, 3 passes over 64 MiB`.
    public var text: String { stretching.text }
    /// The usual work.
    public var usualText: String { usual.text }
}
