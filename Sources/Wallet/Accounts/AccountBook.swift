import SchemeRouter

/// The public keys of the accounts in use, so that balance, fee and addresses need no passcode.
///
/// The file shows every address of the wallet to whoever reads it, and cannot spend. It has no version bytes of a
/// network: the same key serves every network with its coin type.
struct AccountBook: Sendable, Hashable {
    /// Which wallet it belongs to: the fingerprint of the master key.
    let masterFingerprint: UInt32
    /// The account keys by their paths `m/44'/coin'/account'`.
    private(set) var keys: [DerivationPath: ExtendedPublicKey] = [:]

    /// The longest file that is read.
    static let longestFile = 64 << 10
    private static let name: StaticString = "SRACCOUNT"
    private static let version: UInt8 = 1

    /// A book without accounts.
    init(masterFingerprint: UInt32) {
        self.masterFingerprint = masterFingerprint
    }

    /// The paths of all accounts, in order.
    var paths: [DerivationPath] {
        keys.keys.sorted { $0.steps.lexicographicallyPrecedes($1.steps) }
    }

    /// Adds an account.
    mutating func add(_ key: ExtendedPublicKey, at path: DerivationPath) {
        keys[path] = key
    }

    /// The file: master fingerprint, then for each account its path's three steps and its key.
    var bytes: [UInt8] {
        var writer = BinaryWriter()
        writer.add(number: masterFingerprint)
        for path in paths {
            guard let key = keys[path] else { continue }
            for step in path.steps { writer.add(number: step) }
            writer.add(key.payload)
        }
        return ChecksummedRecord.wrapping(writer.bytes, name: Self.name, version: Self.version)
    }

    /// Reads ``bytes``; nil where they are damaged or a key does not fit its path.
    init?(reading record: [UInt8]) {
        guard let content = ChecksummedRecord.content(of: record, name: Self.name, version: Self.version) else {
            return nil
        }
        var reader = BinaryReader(content)
        guard let masterFingerprint = reader.number(UInt32.self) else { return nil }
        self.init(masterFingerprint: masterFingerprint)
        while !reader.rest.isEmpty {
            guard
                let purpose = reader.number(UInt32.self), let coin = reader.number(UInt32.self),
                let account = reader.number(UInt32.self),
                let payload = reader.take(ExtendedPublicKey.payloadLength),
                let key = ExtendedPublicKey(payload: payload), key.place.depth == 3, key.place.childNumber == account
            else { return nil }
            add(key, at: DerivationPath([purpose, coin, account]))
        }
    }
}
