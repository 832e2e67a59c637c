import RouterBytes
import RouterCSodium
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

/// The file of the ``KeyLists``. It ends with an authentication code that only the wallet's seed gives, checked
/// whenever the wallet is opened: a replaced list would show a thief's keys as the wallet's own.
struct KeyListsFile: Sendable {
    let file: PrivateFile

    /// All keys that ``KeyUse`` allows, of many coins.
    private static let longestFile = 16 << 20
    private static let codeLength = 32
    private static let record = ChecksummedRecord(name: "SRKEYLIST", version: 1)

    /// The lists; nil if there is no complete file.
    func read() -> KeyLists? { parts.flatMap { KeyLists(reading: $0.lists) } }

    func write(_ lists: KeyLists, seed: borrowing Secret) throws(ServiceError) {
        let bytes = lists.bytes
        try file.replace(with: Self.record.wrapping(bytes + Self.code(over: bytes, seed: seed)))
    }

    /// Whether the wallet with this seed wrote the file. One that is damaged or missing is recreated.
    func isRight(for seed: borrowing Secret) -> Bool {
        guard let parts else { return true }
        return Self.code(over: Array(parts.lists), seed: seed)[...] == parts.code
    }

    private var parts: (lists: ArraySlice<UInt8>, code: ArraySlice<UInt8>)? {
        guard let record = try? file.read(limit: Self.longestFile), let content = Self.record.content(of: record),
            content.count >= Self.codeLength
        else { return nil }
        return (content.dropLast(Self.codeLength), content.suffix(Self.codeLength))
    }

    /// HMAC-SHA-512 under the seed, which BIP32 only uses as a message.
    private static func code(over bytes: [UInt8], seed: borrowing Secret) -> [UInt8] {
        let message = Array(record.name.utf8) + bytes
        return seed.withBytes { seed in
            HMACSHA512.code(key: seed, message.span).withBytes { Array($0.extracting(first: codeLength)) }
        }
    }
}

/// Which keys of a branch the person has marked as used.
public struct KeyUse: Sendable, Hashable {
    /// The numbers of the used keys.
    public internal(set) var used: Set<UInt32> = []

    /// The number of unused keys known in advance, as in the iOS wallets (Documentation/protocols/dash-axe.md §5.2).
    public static let ahead = 10
    /// How far beyond the first unused key a key can be shown or marked: anything further is a typing error.
    static let reach: UInt32 = 1_000
    /// The most keys of one branch.
    static let mostKeys: UInt32 = 10_000

    /// The key after the last used one. Earlier keys may be unused too.
    public var firstUnused: UInt32 { used.max().map { $0 + 1 } ?? 0 }

    /// The numbers that can be shown or marked.
    public var numbers: ClosedRange<UInt32> { 0...min(firstUnused + Self.reach, Self.mostKeys) - 1 }
}

/// The used marks on disk. Test networks of several coins share the same keys, so a mark belongs to a chain.
struct KeyMarks: Sendable, Equatable {
    struct Place: Sendable, Hashable {
        let chain: ChainID
        let branch: KeyBranch
    }

    private var entries: [Place: KeyUse] = [:]

    static let longestFile = 4 << 20
    private static let record = ChecksummedRecord(name: "SRKEYUSED", version: 1)

    init() {}

    subscript(place: Place) -> KeyUse { entries[place] ?? KeyUse() }

    /// Marks a key as used or unused. Returns whether that changes anything.
    mutating func mark(_ number: UInt32, of place: Place, isUsed: Bool) -> Bool {
        var use = self[place]
        let isChanged = isUsed ? use.used.insert(number).inserted : use.used.remove(number) != nil
        entries[place] = use.used.isEmpty ? nil : use
        return isChanged
    }

    /// The file: for each branch its coin, network and path, the number of used keys, and their numbers.
    var bytes: [UInt8] {
        var bytes: [UInt8] = []
        for (place, use) in entries {
            bytes += place.chain.names + place.branch.bytes + [UInt8](bigEndian: UInt32(use.used.count))
            for number in use.used.sorted() { bytes += [UInt8](bigEndian: number) }
        }
        return Self.record.wrapping(bytes)
    }

    /// Reads ``bytes``; nil if they are damaged.
    init?(reading record: [UInt8]) {
        guard let content = Self.record.content(of: record) else { return nil }
        var reader = BinaryReader(content)
        while !reader.rest.isEmpty {
            guard let names = reader.names(), let branch = reader.branch(), let count = reader.number(UInt32.self)
            else {
                return nil
            }
            var use = KeyUse()
            for _ in 0..<count {
                guard let number = reader.number(UInt32.self), number < KeyUse.mostKeys else { return nil }
                use.used.insert(number)
            }
            entries[Place(chain: names.chain(at: branch.path), branch: branch)] = use
        }
    }
}

/// A private key of a `KeyBranch`, by its number. Its 32 bytes are kept in a `Secret` (S8).
public struct NumberedKey: ~Copyable, Sendable {
    private let key: Secret
    /// The public key, in the form of its curve.
    public let publicKey: [UInt8]

    fileprivate init(key: consuming Secret, publicKey: [UInt8]) {
        self.key = key
        self.publicKey = publicKey
    }

    /// The private key as ASCII text.
    public borrowing func text(_ form: PrivateKeyForm) -> Secret {
        key.withBytes { key in
            switch form {
            case .hex: SecretText.hex(key)
            case .wif(let version): SecretText.wif(key, version: version)
            case .pairBase64: SecretText.base64(key, publicKey)
            }
        }
    }
}

/// The parent key of one branch, from which each key is one step away.
enum KeyDerivation: ~Copyable {
    case secp256k1(ExtendedPrivateKey)
    case bls12381(InGroup)
    case ed25519(Ed25519PrivateKey)

    /// A key and its group.
    struct InGroup: ~Copyable {
        let parent: BLSPrivateKey
        let group: BLSGroup
    }

    /// - Parameter seed: the seed of BIP39, 64 bytes.
    init(of branch: KeyBranch, seed: borrowing Secret) throws(DerivationError) {
        switch branch.curve {
        case .secp256k1: self = .secp256k1(try .master(seed: seed).derived(along: branch.path))
        case .bls12381:
            let group = BLSGroup()
            let key = try BLSPrivateKey.master(seed: seed, in: group).derived(along: branch.path, in: group)
            self = .bls12381(InGroup(parent: key, group: group))
        case .ed25519: self = .ed25519(Ed25519PrivateKey.master(seed: seed).derived(along: branch.path))
        }
    }

    /// The key with a number below 2^31.
    borrowing func key(_ number: UInt32) throws(DerivationError) -> NumberedKey {
        switch self {
        case .secp256k1(let parent):
            let child = try parent.derived(along: DerivationPath([number]))
            return NumberedKey(key: child.privateKey(), publicKey: child.point)
        case .bls12381(let key):
            let child = try key.parent.child(number, in: key.group)
            return NumberedKey(key: child.key.duplicate(), publicKey: child.point)
        case .ed25519(let parent):
            let child = parent.child(number | DerivationPath.hardened)
            return NumberedKey(key: child.privateKey(), publicKey: child.publicKey())
        }
    }
}

/// A private key of a tree on Ed25519 with its chain code (SLIP-10). Both are kept in a `Secret` (S8).
struct Ed25519PrivateKey: ~Copyable, Sendable {
    /// Bytes of a private key, and of a public one.
    static let keyLength = 32

    /// The private key in its first 32 bytes, then the chain code.
    private let secret: Secret

    /// The root of the tree for `seed`.
    static func master(seed: borrowing Secret) -> Ed25519PrivateKey {
        Ed25519PrivateKey(secret: seed.withBytes { HMACSHA512.code(key: "ed25519 seed".utf8.span, $0) })
    }

    /// The key one step below. SLIP-10 has hardened steps only.
    borrowing func child(_ number: UInt32) -> Ed25519PrivateKey {
        precondition(number & DerivationPath.hardened != 0, "Ed25519 has no such key")
        return secret.withBytes { secret in
            let message = Secret(count: 1 + Self.keyLength + 4) { memory in
                memory[0] = 0
                memory.copyBytes(from: secret.extracting(first: Self.keyLength), at: 1)
                memory.copyBytes(from: [UInt8](bigEndian: number), at: 1 + Self.keyLength)
            }
            return Ed25519PrivateKey(
                secret: message.withBytes { HMACSHA512.code(key: secret.extracting(Self.keyLength...), $0) })
        }
    }

    /// The key at `path` below this one, all of whose steps are hardened.
    consuming func derived(along path: DerivationPath) -> Ed25519PrivateKey {
        var key = self
        for step in path.steps { key = key.child(step) }
        return key
    }

    /// The private key alone, 32 bytes.
    borrowing func privateKey() -> Secret {
        secret.withBytes { secret in
            Secret(count: Self.keyLength) { $0.copyBytes(from: secret.extracting(first: Self.keyLength)) }
        }
    }

    /// The public key, 32 bytes.
    borrowing func publicKey() -> [UInt8] {
        var point = [UInt8](repeating: 0, count: Self.keyLength)
        let key = privateKey()
        // The library also returns both keys together, which is a secret.
        _ = Secret(count: 2 * Self.keyLength) { both in
            unsafe both.withOctets { both in
                key.withBytes { key in
                    unsafe key.withOctets { _ = unsafe crypto_sign_ed25519_seed_keypair(&point, both, $0) }
                }
            }
        }
        return point
    }
}
