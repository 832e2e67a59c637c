import RouterBitcoinFormat
import RouterBytes
import RouterSecrets
import SchemeRouter

extension Mnemonic {
    /// The fingerprint of the wallet that these words and this passphrase open (BIP32), 8 hex digits.
    ///
    /// Throws `ServiceError/Code/refusedByPolicy` if the passphrase is not valid text.
    public borrowing func fingerprint(passphrase: borrowing Secret) throws(ServiceError) -> String {
        try KeystoreContents.make(duplicate(), passphrase: passphrase).masterKey().publicKey.fingerprintText
    }
}

extension KeystoreContents {
    /// BIP39's seed, 64 bytes, from which every key follows.
    borrowing func seed() throws(ServiceError) -> Secret {
        guard let seed = try? mnemonic.seed(passphrase: passphrase) else { throw .noMasterKey }
        return seed
    }

    /// The root of all keys on secp256k1.
    borrowing func masterKey() throws(ServiceError) -> ExtendedPrivateKey { try .wallet(of: try seed()) }
}

extension ExtendedPrivateKey {
    /// The root of all keys on secp256k1 for a wallet's seed.
    static func wallet(of seed: borrowing Secret) throws(ServiceError) -> ExtendedPrivateKey {
        guard let key = try? ExtendedPrivateKey.master(seed: seed) else { throw .noMasterKey }
        return key
    }
}

extension ServiceError {
    fileprivate static var noMasterKey: ServiceError {
        ServiceError(.internalError, "No key can be derived from these words.")
    }
}

/// A private key of a BIP32 tree with its chain code. Both are kept in a `Secret`.
struct ExtendedPrivateKey: ~Copyable, Sendable {
    /// The private key in its first 32 bytes, then the chain code.
    private let secret: Secret
    /// The compressed public key.
    let point: [UInt8]
    private let place: BIP32Position

    /// The root of the tree for `seed` (BIP32 "Master key generation").
    static func master(seed: borrowing Secret) throws(DerivationError) -> ExtendedPrivateKey {
        let secret = seed.withBytes { bytes in HMACSHA512.code(key: "Bitcoin seed".utf8.span, bytes) }
        let point = secret.withBytes { bytes in
            SecretCurve.publicKey(of: bytes.extracting(first: SecretCurve.keyLength))
        }
        guard let point else { throw .noKey }
        return ExtendedPrivateKey(secret: secret, point: point, place: .root)
    }

    /// The public half. Its chain code is no longer secret once it is shared or stored.
    var publicKey: ExtendedPublicKey {
        let chainCode = secret.withBytes { bytes in Array(bytes.extracting(SecretCurve.keyLength...)) }
        return ExtendedPublicKey(place: place, chainCode: chainCode, key: point)
    }

    /// The key at `path` below this one. Keys keep their leading zeros.
    borrowing func derived(along path: DerivationPath) throws(DerivationError) -> ExtendedPrivateKey {
        var memory = memory(slots: 1)
        var (place, point) = (place, point)
        for step in path.steps {
            place = try place.child(step, of: point)
            guard memory.derive(step, of: 0, point, into: 0), let next = memory.publicKey(0) else { throw .noKey }
            point = next
        }
        return ExtendedPrivateKey(secret: memory.extendedKey(0), point: point, place: place)
    }

    /// Memory whose first slot holds this key, for deriving others from it.
    borrowing func memory(slots: Int) -> KeyMemory {
        secret.withBytes { bytes in KeyMemory(slots: slots, start: bytes) }
    }

    /// The private key alone, 32 bytes.
    borrowing func privateKey() -> Secret {
        secret.withBytes { bytes in
            Secret(count: SecretCurve.keyLength) { memory in
                memory.copyBytes(from: bytes.extracting(first: SecretCurve.keyLength))
            }
        }
    }
}

/// A public key of a BIP32 tree with its chain code: it gives every address below it and cannot spend.
public struct ExtendedPublicKey: Sendable, Hashable {
    /// Its position in its tree.
    let place: BIP32Position
    /// 32 bytes.
    let chainCode: [UInt8]
    /// The compressed public key, 33 bytes.
    let key: [UInt8]

    var fingerprint: UInt32 { BIP32Position.fingerprint(of: key) }

    /// The fingerprint as wallets show it: 8 hex digits.
    var fingerprintText: String { [UInt8](bigEndian: fingerprint).hex }

    /// CKDpub of BIP32. `number` is below 2^31.
    func child(_ number: UInt32) throws(DerivationError) -> ExtendedPublicKey {
        guard number & DerivationPath.hardened == 0 else { throw .hardenedFromPublic }
        let childPlace = try place.child(number, of: key)
        let message = key + [UInt8](bigEndian: number)
        let halves = HMACSHA512.code(publicKey: chainCode, message)
        guard let child = ECDSA.add(tweak: Array(halves[..<32]), to: key) else { throw .noKey }
        return ExtendedPublicKey(place: childPlace, chainCode: Array(halves[32...]), key: child)
    }
}

extension ExtendedPublicKey {
    /// Bytes of ``payload``.
    static let payloadLength = 74

    /// The serialisation of BIP32 without its version: depth, parent fingerprint, child number, chain code, key.
    var payload: [UInt8] {
        let numbers = [UInt8](bigEndian: place.parentFingerprint) + [UInt8](bigEndian: place.childNumber)
        return [place.depth] + numbers + chainCode + key
    }

    /// Reads ``payload``; nil for what BIP32 calls invalid: not a curve point, a private key, or a root with a parent
    /// or a child number.
    init?(payload: some Collection<UInt8>) {
        self.init(unprovedPayload: payload)
        guard isPoint else { return nil }
    }

    /// Whether the key is a point on the curve; the check takes a square root.
    var isPoint: Bool { ECDSA.isPublicKey(key) }

    /// Reads it without the square root: check ``isPoint`` before using the key.
    init?(unprovedPayload payload: some Collection<UInt8>) {
        var reader = BinaryReader(payload)
        guard
            let depth = reader.number(UInt8.self), let parent = reader.number(UInt32.self),
            let childNumber = reader.number(UInt32.self), let chainCode = reader.take(32),
            let key = reader.take(33), reader.rest.isEmpty,
            depth > 0 || (parent == 0 && childNumber == 0)
        else { return nil }
        self.init(
            place: BIP32Position(depth: depth, parentFingerprint: parent, childNumber: childNumber),
            chainCode: chainCode, key: key)
    }

    /// The text that other wallets read, `xpub…` on most networks (BIP32 "Serialization format").
    /// - Parameter version: `xpub` of the network's parameters.
    public func text(version: UInt32) -> String { Base58Check.encode([UInt8](bigEndian: version) + payload) }

    /// Reads what ``text(version:)`` writes. Nil for anything else: another version, a private key, or one of the
    /// invalid keys that BIP32 lists.
    public init?(text: String, version: UInt32) {
        guard let bytes = try? Base58Check.decode(text) else { return nil }
        var reader = BinaryReader(bytes)
        guard reader.number(UInt32.self) == version else { return nil }
        self.init(payload: reader.rest)
    }
}

/// A key's position in its BIP32 tree, as its serialisation gives it.
struct BIP32Position: Sendable, Hashable {
    /// The number of steps below the root.
    let depth: UInt8
    /// Fingerprint of the key one step above; 0 for the root.
    let parentFingerprint: UInt32
    /// The last step; 0 for the root.
    let childNumber: UInt32

    static let root = BIP32Position(depth: 0, parentFingerprint: 0, childNumber: 0)

    /// The position of child `number` of this key, whose compressed public key is `point`.
    func child(_ number: UInt32, of point: [UInt8]) throws(DerivationError) -> BIP32Position {
        guard depth < .max else { throw .tooDeep }
        return BIP32Position(depth: depth + 1, parentFingerprint: Self.fingerprint(of: point), childNumber: number)
    }

    /// The first 32 bits of HASH160 over a compressed public key.
    static func fingerprint(of point: [UInt8]) -> UInt32 {
        Digest.hash160(point).prefix(4).reduce(0) { number, byte in number << 8 | UInt32(byte) }
    }
}

/// Why there is no key at a position in a BIP32 tree.
enum DerivationError: Error, Equatable {
    /// BIP32 defines no key at this index (probability below 2^-127) and says to continue with the next.
    case noKey
    /// A hardened step cannot be taken from a public key.
    case hardenedFromPublic
    /// A tree is at most 255 steps deep.
    case tooDeep
}
