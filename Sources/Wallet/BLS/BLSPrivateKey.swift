import RouterBytes
import RouterSecrets
import SchemeRouter

/// A private key of a tree on BLS12-381 with its chain code, derived as Dash has done since before EIP-2333
/// (Documentation/protocols/dash-axe.md §5.3). Both are kept in `Secret`s (S8).
struct BLSPrivateKey: ~Copyable, Sendable {
    /// 32 bytes, big-endian.
    let key: Secret
    let chainCode: Secret
    /// The public key in the legacy form, 48 bytes.
    let point: [UInt8]

    /// The root of the tree for `seed`.
    static func master(seed: borrowing Secret, in group: borrowing BLSGroup) throws(DerivationError) -> BLSPrivateKey {
        let name = "BLS HD seed".utf8
        let left = seed.withBytes { HMACSHA256.code(key: name.span, $0, [0]) }
        let chainCode = seed.withBytes { HMACSHA256.code(key: name.span, $0, [1]) }
        return try BLSPrivateKey(left.withBytes { group.reduced($0) }, chainCode: chainCode, in: group)
    }

    private init(
        _ key: consuming Secret?, chainCode: consuming Secret, in group: borrowing BLSGroup
    ) throws(DerivationError) {
        guard let key, let point = key.withBytes({ group.publicKey(of: $0) }) else { throw .noKey }
        self.key = key
        self.chainCode = chainCode
        self.point = point
    }

    /// The key one step below. A non-hardened step hashes the public key, always in its legacy form.
    borrowing func child(
        _ number: UInt32, in group: borrowing BLSGroup
    ) throws(DerivationError) -> BLSPrivateKey {
        let start = number & DerivationPath.hardened == 0 ? point.count : key.count
        let message = Secret(count: start + 4) { memory in
            if start == point.count {
                memory.copyBytes(from: point)
            } else {
                key.withBytes { memory.copyBytes(from: $0) }
            }
            memory.copyBytes(from: [UInt8](bigEndian: number), at: start)
        }
        let left = message.withBytes { code(over: $0, [0]) }
        let sum = key.withBytes { key in left.withBytes { group.sum(of: key, and: $0) } }
        return try BLSPrivateKey(sum, chainCode: message.withBytes { code(over: $0, [1]) }, in: group)
    }

    private borrowing func code(over message: Span<UInt8>, _ end: [UInt8]) -> Secret {
        chainCode.withBytes { HMACSHA256.code(key: $0, message, end) }
    }

    /// The key at `path` below this one.
    consuming func derived(
        along path: DerivationPath, in group: borrowing BLSGroup
    ) throws(DerivationError) -> BLSPrivateKey {
        var key = self
        for step in path.steps { key = try key.child(step, in: group) }
        return key
    }
}
