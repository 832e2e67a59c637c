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
