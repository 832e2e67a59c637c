import SchemeRouter

/// The public keys of the accounts in use, so that balance, fee and addresses need no passcode.
///
/// The file cannot spend, but reveals every address of the wallet to anyone who reads it. It has no network version
/// bytes: the same key serves every network with its coin type. The practice ledger has its own keys (S14).
struct AccountBook: Sendable, Hashable {
    /// The master key's fingerprint, which identifies the wallet.
    let masterFingerprint: UInt32
    /// Whether coins with segwit receive at native segwit addresses (BIP84). Wallets made before this program supported
    /// them stay with BIP44 addresses.
    let receivesAtWitness: Bool
    /// Whether the file was lost once and later recreated. Nothing then records which accounts were in use, or their
    /// paths.
    let isRemade: Bool
    /// The account keys by path: `m/44'/coin'/account'`, `m/0'`, or a practice path. A key is checked to be a curve
    /// point only when it is used: a click uses one of many.
    private(set) var keys: [DerivationPath: ExtendedPublicKey] = [:]

    static let longestFile = 256 << 10
    private static let lengths = [1] + Array(AccountName.pathLengths)
    private static let record = ChecksummedRecord(name: "SRACCOUNT", version: 3)
    /// Version 4 marks recreated files.
    private static let fourthRecord = ChecksummedRecord(name: "SRACCOUNT", version: 4)
    /// Version 2: wallets that receive at BIP44 addresses.
    private static let secondRecord = ChecksummedRecord(name: "SRACCOUNT", version: 2)
    /// Version 1 had only BIP44 accounts, and did not store the length of their paths.
    private static let firstRecord = ChecksummedRecord(name: "SRACCOUNT", version: 1)

    /// A recreated book receives at BIP84 addresses: nothing records which ones the wallet used before.
    init(masterFingerprint: UInt32, receivesAtWitness: Bool = true, isRemade: Bool = false) {
        self.masterFingerprint = masterFingerprint
        self.receivesAtWitness = receivesAtWitness || isRemade
        self.isRemade = isRemade
    }

    /// The paths of all accounts, in order, practice accounts last.
    var paths: [DerivationPath] { keys.keys.sorted { $0.steps.lexicographicallyPrecedes($1.steps) } }

    mutating func add(_ key: ExtendedPublicKey, at path: DerivationPath) {
        keys[path] = key
    }

    /// The file: the master fingerprint, then for each account the number of steps in its path, the steps, and its key.
    var bytes: [UInt8] {
        (isRemade ? Self.fourthRecord : receivesAtWitness ? Self.record : Self.secondRecord).wrapping(
            paths.reduce([UInt8](bigEndian: masterFingerprint)) { bytes, path in
                guard let key = keys[path] else { return bytes }
                return bytes + path.bytes + key.payload
            })
    }

    /// The account's paths whose keys are known, starting with the one it receives at.
    func known(of account: AccountPaths) -> [(account: AccountPath, key: ExtendedPublicKey)] {
        ordered(account.parts).compactMap { part in keys[part.path].map { (part, $0) } }
    }

    /// The path that the wallet receives at comes first.
    func ordered(_ parts: [AccountPath]) -> [AccountPath] { receivesAtWitness ? parts : parts.reversed() }

    /// Reads ``bytes`` of this or an older version; nil if they are damaged or a key does not fit its path.
    init?(reading record: [UInt8]) {
        let (third, second) = (Self.record.content(of: record), Self.secondRecord.content(of: record))
        let fourth = Self.fourthRecord.content(of: record)
        let isFirst = fourth == nil && third == nil && second == nil
        guard let content = fourth ?? third ?? second ?? Self.firstRecord.content(of: record) else { return nil }
        var reader = BinaryReader(content)
        guard let masterFingerprint = reader.number(UInt32.self) else { return nil }
        self.init(
            masterFingerprint: masterFingerprint, receivesAtWitness: third != nil, isRemade: fourth != nil)
        while !reader.rest.isEmpty {
            guard let count = isFirst ? 3 : reader.number(UInt8.self), let path = reader.path(steps: count),
                Self.lengths.contains(path.withoutPractice.steps.count),
                let payload = reader.take(ExtendedPublicKey.payloadLength),
                let key = ExtendedPublicKey(unprovedPayload: payload), key.place.depth == count,
                key.place.childNumber == path.steps.last
            else { return nil }
            add(key, at: path)
        }
    }
}

/// One account of a coin, and the paths below which it has keys. A numbered account has one path for each kind of
/// address that the coin has: the BIP84, BIP49 and BIP44 accounts of one number are one account here.
struct AccountPaths: Sendable, Hashable {
    let name: AccountName
    /// Native segwit comes first.
    let parts: [AccountPath]
}

extension AccountPaths {
    /// An account by its name; nil if the coin has none of that name.
    init?(_ name: AccountName, of coin: CoinDescriptor, _ parameters: NetworkParameters, on chain: ChainID) {
        guard Self.mistake(in: name, of: coin, parameters) == nil else { return nil }
        let paths: [DerivationPath] =
            switch name {
            case .number(let number): Self.families(of: parameters).map { $0(parameters.coinType, number) }
            case .old: [.bip32(account: 0)]
            case .path(let path): [path]
            }
        self.init(name: name, parts: paths.map { AccountPath(path: $0.on(chain)) })
    }

    /// The coin's account that has the key at `key`; nil if none has it.
    init?(of key: DerivationPath, coin: CoinDescriptor, _ parameters: NetworkParameters, on chain: ChainID) {
        guard let name = AccountName(ofKeyAt: key) else { return nil }
        self.init(name, of: coin, parameters, on: chain)
        guard parts.contains(where: { key.isBelow($0.path) }) else { return nil }
    }

    /// The path for a coin type and an account number.
    typealias Family = @Sendable (UInt32, UInt32) -> DerivationPath

    /// The paths of numbered accounts, native segwit first; only BIP44 if the network has no segwit.
    static func families(of parameters: NetworkParameters) -> [Family] {
        let bip44: Family = DerivationPath.bip44(coinType:account:)
        return parameters.bech32 == nil
            ? [bip44] : [DerivationPath.bip84(coinType:account:), DerivationPath.bip49(coinType:account:), bip44]
    }

    /// Part, branch and index of the key at `key`; nil if it is not an address of this account.
    func place(of key: DerivationPath) -> (part: AccountPath, branch: AccountPath.Branch, index: UInt32)? {
        for part in parts {
            if let (branch, index) = part.place(of: key) { return (part, branch, index) }
        }
        return nil
    }

    /// `key`, if it is an address of this account on one of `branches`.
    func checked(
        _ key: DerivationPath, branches: [AccountPath.Branch] = AccountPath.Branch.allCases
    ) throws(ServiceError) -> DerivationPath {
        guard let place = place(of: key), branches.contains(place.branch) else {
            throw .refused(
                "\(key) is not \(branches == [.change] ? "a change address" : "an address") of \(name.text) (S11)")
        }
        return key
    }

    /// An account by its name. Throws if the coin has none of that name.
    static func existing(
        _ name: AccountName, of coin: CoinDescriptor, _ parameters: NetworkParameters, on chain: ChainID
    ) throws(ServiceError) -> AccountPaths {
        if let account = AccountPaths(name, of: coin, parameters, on: chain) { return account }
        let reason = mistake(in: name, of: coin, parameters) ?? "no such account exists"
        throw ServiceError(.refusedByCheck, "\(coin.title) has no \(name.text): \(reason).")
    }

    /// Why the coin cannot have an account of that name; nil if it can.
    private static func mistake(
        in name: AccountName, of coin: CoinDescriptor, _ parameters: NetworkParameters
    ) -> String? {
        switch name {
        case .number(let number): number < DerivationPath.hardened ? nil : "account numbers end at 2,147,483,647"
        case .old: coin.addressLedger?.hasOldAccount == true ? nil : "its wallets never had one"
        case .path(let path): mistake(in: path, of: coin, parameters)
        }
    }

    private static func mistake(
        in path: DerivationPath, of coin: CoinDescriptor, _ parameters: NetworkParameters
    ) -> String? {
        let steps = path.steps.map { $0 & ~DerivationPath.hardened }
        guard AccountName.pathLengths.contains(steps.count), zip(path.steps, steps).allSatisfy(!=) else {
            return "an account path has \(AccountName.pathLengths.lowerBound) to "
                + "\(AccountName.pathLengths.upperBound) steps, all hardened, such as m/49h/\(parameters.coinType)h/3h"
        }
        // Any other path could be another coin's, and a spending key belongs to one coin (S12).
        guard steps[1] == parameters.coinType else {
            return "the second step of its paths is \(parameters.coinType)h; other keys belong to other coins (S12)"
        }
        // The keys below it are for practice and hold no real money (S14).
        guard !path.isPractice else { return "that path is reserved for practice (S14)" }
        switch steps[0] {
        // An account's public key and one private key below it reveal all others: masternode paths are excluded.
        case 9 where steps.count < 4 || steps[2] != 4:
            return
                "the only DIP-9 paths that hold money are those of CoinJoin, such as m/9h/\(parameters.coinType)h/4h/0h"
        case 45, 48, 87: return "paths of multisig wallets are not supported"
        case 86: return "Taproot is not supported"
        case 49, 84: return parameters.bech32 == nil ? "it has no segwit addresses" : nil
        default: return nil
        }
    }
}

/// A path below which an account has keys, such as `m/84'/coin'/account'`, and which paths below it may hold money. All
/// kinds have the same two branches, and on the practice ledger all are below `DerivationPath/practice` (S14).
struct AccountPath: Sendable, Hashable {
    /// The branches of BIP44. The raw value is the step in the path.
    enum Branch: UInt32, Sendable, CaseIterable {
        /// Addresses that are shared with others.
        case external = 0
        /// Addresses for change.
        case change = 1
    }

    let path: DerivationPath

    /// The kind of output script that pays to the keys.
    var script: KeyScript { path.keyScript }

    /// Branch and index of the key at `key`; nil unless that is `account/branch/index`.
    func place(of key: DerivationPath) -> (branch: Branch, index: UInt32)? {
        let below = key.steps.dropFirst(path.steps.count)
        guard
            key.isBelow(path), below.count == 2, let step = below.first, let branch = Branch(rawValue: step),
            let index = below.last, index < DerivationPath.hardened
        else { return nil }
        return (branch, index)
    }
}

extension AccountBook {
    /// Derives every key again: a replaced file would show a thief's addresses as the wallet's own.
    func check(against master: borrowing ExtendedPrivateKey) throws(ServiceError) {
        guard masterFingerprint == master.publicKey.fingerprint else { throw .foreignAccounts }
        for (path, key) in keys {
            guard try master.accountKey(at: path) == key else { throw .foreignAccounts }
        }
    }
}

extension ExtendedPrivateKey {
    borrowing func accountKey(at path: DerivationPath) throws(ServiceError) -> ExtendedPublicKey {
        guard let key = try? derived(along: path).publicKey else {
            throw ServiceError(.internalError, "The wallet has no key at \(path).")
        }
        return key
    }
}

extension ServiceError {
    /// The accounts on disk are not those of the keystore.
    static var foreignAccounts: ServiceError {
        ServiceError(
            .refusedByCheck, "The accounts file belongs to another wallet or was changed.",
            hint: "Move the file “accounts” away. Addresses shared since it changed may not be yours.")
    }
}
