import RouterBytes
import RouterCSodium
import RouterSecrets
import SchemeRouter

/// Extended private keys in one piece of guarded memory, and the derivation of one from another (BIP32, CKDpriv).
///
/// Allocating and wiping such memory costs more than a signature, so a path is derived within one piece.
struct KeyMemory: ~Copyable {
    private var memory: Secret

    /// The number of slots, one key each.
    var slots: Int { (memory.count - Place.keys) / Self.extendedKeyLength }

    /// Bytes of a private key and the chain code after it.
    static let extendedKeyLength = 64

    /// The layout. The state of HMAC-SHA-512 comes first; guarded memory ends at a page boundary, so all lengths are
    /// multiples of 8 and the state is aligned.
    private enum Place {
        static let state = 0
        static let message = MemoryLayout<crypto_auth_hmacsha512_state>.stride
        static let messageLength = 1 + SecretCurve.keyLength + 4
        static let result = message + 40
        static let keys = result + HMACSHA512.length

        static func key(_ slot: Int) -> Range<Int> {
            keys + slot * extendedKeyLength..<keys + (slot + 1) * extendedKeyLength
        }
    }

    /// Memory whose first slot holds the extended key `start`.
    /// - Parameter slots: the number of keys.
    init(slots: Int, start: Span<UInt8>) {
        precondition(start.count == Self.extendedKeyLength && slots > 0, "an extended key has 64 bytes")
        memory = Secret(count: Place.key(slots - 1).upperBound) { memory in
            memory.update(repeating: 0)
            memory.copyBytes(from: start, at: Place.keys)
        }
    }

    /// Makes room for this many keys. Growing keeps only the first key.
    mutating func reserve(slots: Int) {
        guard slots > self.slots else { return }
        let first = extendedKey(0)
        self = first.withBytes { KeyMemory(slots: slots, start: $0) }
    }

    /// Derives child `number` of the key in one slot into another slot, or the same.
    /// - Parameter point: the parent's compressed public key; a hardened child does not need it.
    /// - Returns: false if BIP32 has no such key.
    mutating func derive(_ number: UInt32, of parent: Int, _ point: [UInt8], into child: Int) -> Bool {
        let (from, to) = (Place.key(parent).lowerBound, Place.key(child).lowerBound)
        return memory.withMutableBytes { memory in
            if number & DerivationPath.hardened == 0 {
                precondition(point.count == 1 + SecretCurve.keyLength, "a compressed public key has 33 bytes")
                memory.copyBytes(from: point, at: Place.message)
            } else {
                memory[Place.message] = 0
                Self.copy(from..<from + SecretCurve.keyLength, to: Place.message + 1, in: &memory)
            }
            memory.copyBytes(from: [UInt8](bigEndian: number), at: Place.message + 1 + SecretCurve.keyLength)
            HMACSHA512.code(
                key: from + SecretCurve.keyLength..<from + Self.extendedKeyLength,
                Place.message..<Place.message + Place.messageLength, into: Place.result, state: Place.state,
                in: &memory)
            Self.copy(from..<from + SecretCurve.keyLength, to: to, in: &memory)
            Self.copy(
                Place.result + SecretCurve.keyLength..<Place.keys, to: to + SecretCurve.keyLength, in: &memory)
            return SecretCurve.add(tweak: Place.result, toKey: to, in: &memory)
        }
    }

    private static func copy(_ source: Range<Int>, to start: Int, in memory: inout MutableSpan<UInt8>) {
        for offset in 0..<source.count { memory[start + offset] = memory[source.lowerBound + offset] }
    }

    /// The compressed public key of the key in a slot; nil if the slot holds no valid key.
    borrowing func publicKey(_ slot: Int) -> [UInt8]? { withPrivateKey(slot) { SecretCurve.publicKey(of: $0) } }

    /// The DER signature over a digest by the key in a slot.
    borrowing func signature(over digest: [UInt8], by slot: Int) -> [UInt8]? {
        withPrivateKey(slot) { SecretCurve.signature(over: digest, with: $0) }
    }

    /// The extended key in a slot, in its own memory.
    borrowing func extendedKey(_ slot: Int) -> Secret {
        memory.withBytes { memory in
            Secret(count: Self.extendedKeyLength) { copy in copy.copyBytes(from: memory.extracting(Place.key(slot))) }
        }
    }

    private borrowing func withPrivateKey<Result>(_ slot: Int, _ body: (Span<UInt8>) -> Result) -> Result {
        memory.withBytes { memory in
            body(memory.extracting(Place.key(slot)).extracting(first: SecretCurve.keyLength))
        }
    }
}
