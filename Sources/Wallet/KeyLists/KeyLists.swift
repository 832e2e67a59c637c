import RouterBytes
import RouterSecrets
import SchemeRouter

/// The public keys of branches that hold no money, so that they can be shown without the passcode.
///
/// Only the keys are stored, without the chain code above them: with it, revealing one private key would reveal all the
/// others of its branch (BIP32 "Security").
struct KeyLists: Sendable, Equatable {
    /// The master key's fingerprint, which identifies the wallet.
    let masterFingerprint: UInt32
    /// The keys of each branch from number 0 on.
    private(set) var keys: [KeyBranch: [[UInt8]]] = [:]

    init(masterFingerprint: UInt32) {
        self.masterFingerprint = masterFingerprint
    }

    /// Derives the missing keys, so that `count` are known.
    mutating func derive(_ branch: KeyBranch, count: Int, seed: borrowing Secret) throws(ServiceError) {
        var known = keys[branch] ?? []
        guard known.count < count else { return }
        do throws(DerivationError) {
            let derivation = try KeyDerivation(of: branch, seed: seed)
            for number in known.count..<count { known.append(try derivation.key(UInt32(number)).publicKey) }
        } catch {
            throw ServiceError(.internalError, "The wallet has no key \(known.count) below \(branch.path).")
        }
        keys[branch] = known
    }

    /// The master fingerprint, then for each branch its curve, the number of steps in its path, the steps, the number
    /// of its keys, and the keys.
    var bytes: [UInt8] {
        let branches = keys.sorted { left, right in
            left.key.path == right.key.path
                ? left.key.curve.rawValue < right.key.curve.rawValue
                : left.key.path.steps.lexicographicallyPrecedes(right.key.path.steps)
        }
        return branches.reduce(into: [UInt8](bigEndian: masterFingerprint)) { bytes, entry in
            bytes += entry.key.bytes + [UInt8](bigEndian: UInt32(entry.value.count))
            for key in entry.value { bytes += key }
        }
    }

    /// Reads ``bytes``; nil if they are damaged.
    init?(reading bytes: some Collection<UInt8>) {
        var reader = BinaryReader(bytes)
        guard let masterFingerprint = reader.number(UInt32.self) else { return nil }
        self.init(masterFingerprint: masterFingerprint)
        while !reader.rest.isEmpty {
            guard let branch = reader.branch(), let count = reader.number(UInt32.self) else { return nil }
            var known: [[UInt8]] = []
            for _ in 0..<count {
                guard let key = reader.take(branch.curve.pointLength) else { return nil }
                known.append(key)
            }
            keys[branch] = known
        }
    }
}

extension KeyBranch {
    /// Its curve, the number of steps in its path, and the steps.
    var bytes: [UInt8] { [curve.rawValue] + path.bytes }
}

extension BinaryReader {
    /// Reads the `bytes` of a `KeyBranch`.
    mutating func branch() -> KeyBranch? {
        guard let curve = number(UInt8.self).flatMap(KeyBranch.Curve.init(rawValue:)),
            let count = number(UInt8.self), let path = path(steps: count)
        else { return nil }
        return KeyBranch(curve, below: path)
    }
}

extension KeyBranch.Curve {
    /// Bytes of a public key.
    fileprivate var pointLength: Int {
        switch self {
        case .secp256k1: 33
        case .bls12381: BLSGroup.pointLength
        case .ed25519: Ed25519PrivateKey.keyLength
        }
    }
}
