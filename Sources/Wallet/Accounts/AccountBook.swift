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

    /// The longest file that is read.
    static let longestFile = 256 << 10
    private static let name = "SRACCOUNT"
    private static let version: UInt8 = 2
    /// Version 1 had no accounts but those of BIP44, and did not say how long their paths are.
    private static let firstVersion: UInt8 = 1

    init(masterFingerprint: UInt32) {
        self.masterFingerprint = masterFingerprint
    }

    /// The paths of all accounts, in order; those of practice last.
    var paths: [DerivationPath] {
        keys.keys.sorted { $0.steps.lexicographicallyPrecedes($1.steps) }
    }

    mutating func add(_ key: ExtendedPublicKey, at path: DerivationPath) {
        keys[path] = key
    }

    /// The file: master fingerprint, then for each account the number of its path's steps, these, and its key.
    var bytes: [UInt8] {
        var writer = BinaryWriter()
        writer.add(number: masterFingerprint)
        for path in paths {
            guard let key = keys[path] else { continue }
            writer.add(number: UInt8(path.steps.count))
            for step in path.steps { writer.add(number: step) }
            writer.add(key.payload)
        }
        return ChecksummedRecord.wrapping(writer.bytes, name: Self.name, version: Self.version)
    }

    /// Reads ``bytes``, also of version 1; nil where they are damaged or a key does not fit its path.
    init?(reading record: [UInt8]) {
        func content(_ version: UInt8) -> [UInt8]? {
            ChecksummedRecord.content(of: record, name: Self.name, version: version)
        }
        let isFirst = content(Self.version) == nil
        guard let content = content(isFirst ? Self.firstVersion : Self.version) else { return nil }
        var reader = BinaryReader(content)
        guard let masterFingerprint = reader.number(UInt32.self) else { return nil }
        self.init(masterFingerprint: masterFingerprint)
        while !reader.rest.isEmpty {
            guard let count = isFirst ? 3 : reader.number(UInt8.self), (1...4).contains(count)
            else { return nil }
            var steps: [UInt32] = []
            for _ in 0..<count {
                guard let step = reader.number(UInt32.self) else { return nil }
                steps.append(step)
            }
            guard [1, 3].contains(DerivationPath(steps).withoutPractice.steps.count) else { return nil }
            guard
                let payload = reader.take(ExtendedPublicKey.payloadLength),
                let key = ExtendedPublicKey(payload: payload), key.place.depth == count,
                key.place.childNumber == steps.last
            else { return nil }
            add(key, at: DerivationPath(steps))
        }
    }
}
