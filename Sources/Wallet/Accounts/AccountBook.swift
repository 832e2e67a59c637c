import SchemeRouter

/// The public keys of the accounts in use, so that balance, fee and addresses need no passcode.
///
/// The file shows every address of the wallet to whoever reads it, and cannot spend. It has no version bytes of a
/// network: the same key serves every network with its coin type. The practice ledger has keys of its own (S14).
struct AccountBook: Sendable, Hashable {
    /// Which wallet it belongs to: the fingerprint of the master key.
    let masterFingerprint: UInt32
    /// The account keys by their paths, `m/44'/coin'/account'` or `m/0'`, or those of practice.
    private(set) var keys: [DerivationPath: ExtendedPublicKey] = [:]

    static let longestFile = 256 << 10
    private static let record = ChecksummedRecord(name: "SRACCOUNT", version: 2)
    /// Version 1 had no accounts but those of BIP44, and did not say how long their paths are.
    private static let firstRecord = ChecksummedRecord(name: "SRACCOUNT", version: 1)

    init(masterFingerprint: UInt32) {
        self.masterFingerprint = masterFingerprint
    }

    /// The paths of all accounts, in order; those of practice last.
    var paths: [DerivationPath] { keys.keys.sorted { $0.steps.lexicographicallyPrecedes($1.steps) } }

    mutating func add(_ key: ExtendedPublicKey, at path: DerivationPath) {
        keys[path] = key
    }

    /// The file: master fingerprint, then for each account the number of its path's steps, these, and its key.
    var bytes: [UInt8] {
        Self.record.wrapping(
            paths.reduce([UInt8](bigEndian: masterFingerprint)) { bytes, path in
                guard let key = keys[path] else { return bytes }
                return bytes + path.bytes + key.payload
            })
    }

    /// Reads ``bytes``, also of version 1; nil where they are damaged or a key does not fit its path.
    init?(reading record: [UInt8]) {
        let content = Self.record.content(of: record)
        let isFirst = content == nil
        guard let content = content ?? Self.firstRecord.content(of: record) else { return nil }
        var reader = BinaryReader(content)
        guard let masterFingerprint = reader.number(UInt32.self) else { return nil }
        self.init(masterFingerprint: masterFingerprint)
        while !reader.rest.isEmpty {
            guard let count = isFirst ? 3 : reader.number(UInt8.self), (1...4).contains(count),
                let path = reader.path(steps: count), [1, 3].contains(path.withoutPractice.steps.count),
                let payload = reader.take(ExtendedPublicKey.payloadLength),
                let key = ExtendedPublicKey(payload: payload), key.place.depth == count,
                key.place.childNumber == path.steps.last
            else { return nil }
            add(key, at: path)
        }
    }
}
