import RouterBytes
import RouterCGcrypt
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

/// The group G1 of BLS12-381, using libgcrypt's curve arithmetic with the curve's parameters.
///
/// libgcrypt receives pointers to numbers and points that a value in this file owns, or to bytes for the length of one
/// call.
@safe struct BLSGroup: ~Copyable {
    /// Bytes of a private key.
    static let keyLength = 32
    /// Bytes of a public key.
    static let pointLength = 48

    // Created for this value alone, which frees it. The context has scratch space, so only one thread may use it.
    private let context: OpaquePointer
    private let generator: OpaquePointer
    private let fieldOrder: SecretNumber
    private let order: SecretNumber

    /// The curve `y² = x³ + 4` and its usual generator.
    private static let curve: StaticString = """
        (ecc (p #1a0111ea397fe69a4b1ba7b6434bacd764774b84f38512bf6730d2a0f6b0f6241eabfffeb153ffffb9feffffffffaaab#)
        (a #00#) (b #04#) (n #73eda753299d7d483339d80809a1d80553bda402fffe5bfeffffffff00000001#)
        (g #0417f1d3a73197d7942695638c4fa9ac0fc3688c4f9774b905a14e3a3f171bac586c55e83ff97a1aeffb3af00adb22c6bb
        08b3f481e3aaa0f1a09e30ed741d8ae4fcf5e095d5d00af600db18cb2c04b3edd03cc744a2888ae40caa232946c5e7e1#))
        """

    /// libgcrypt must be initialised once, before any other call.
    private static let isStarted: Bool = gcrypt_start() == 0

    init() {
        precondition(Self.isStarted, "libgcrypt did not start")
        var expression: OpaquePointer?
        var context: OpaquePointer?
        let isRead = Self.curve.withBytes { text in
            unsafe text.withOctets { unsafe gcry_sexp_new(&expression, $0, text.count, 1) } == 0
        }
        defer { unsafe gcry_sexp_release(expression) }
        guard isRead, unsafe gcry_mpi_ec_new(&context, expression, nil) == 0, let context = unsafe context,
            let generator = unsafe gcry_mpi_ec_get_point("g", context, 1),
            let fieldOrder = unsafe gcry_mpi_ec_get_mpi("p", context, 1),
            let order = unsafe gcry_mpi_ec_get_mpi("n", context, 1)
        else { preconditionFailure("libgcrypt does not take the curve") }
        unsafe self.context = context
        unsafe self.generator = generator
        self.fieldOrder = unsafe SecretNumber(owning: fieldOrder)
        self.order = unsafe SecretNumber(owning: order)
    }

    deinit {
        unsafe gcry_mpi_point_release(generator)
        unsafe gcry_ctx_release(context)
    }

    /// A number of 32 bytes, modulo the order of the group; nil if the result is zero.
    borrowing func reduced(_ bytes: Span<UInt8>) -> Secret? {
        guard let number = SecretNumber(bytes) else { return nil }
        let result = SecretNumber()
        unsafe gcry_mpi_mod(result.pointer, number.pointer, order.pointer)
        return result.bytes(Self.keyLength)
    }

    /// The sum of a key and a number of 32 bytes, modulo the order of the group; nil if the result is zero.
    borrowing func sum(of key: Span<UInt8>, and tweak: Span<UInt8>) -> Secret? {
        guard let key = SecretNumber(key), let tweak = SecretNumber(tweak) else { return nil }
        let result = SecretNumber()
        unsafe gcry_mpi_addm(result.pointer, key.pointer, tweak.pointer, order.pointer)
        return result.bytes(Self.keyLength)
    }

    /// The public key in the legacy form, 48 bytes; nil if `key` is zero or not below the order of the group.
    ///
    /// That form is x, with the top bit set if y is the larger of the two solutions
    /// (Documentation/protocols/dash-axe.md §5.3).
    borrowing func publicKey(of key: Span<UInt8>) -> [UInt8]? {
        precondition(key.count == Self.keyLength, "a key has 32 bytes")
        guard let key = SecretNumber(key), unsafe gcry_mpi_cmp(key.pointer, order.pointer) < 0 else { return nil }
        let x = SecretNumber()
        let y = SecretNumber()
        guard let point = unsafe gcry_mpi_point_new(0) else { return nil }
        defer { unsafe gcry_mpi_point_release(point) }
        unsafe gcry_mpi_ec_mul(point, key.pointer, generator, context)
        // A processor fault would otherwise produce a public key that nobody has the private key for.
        guard unsafe gcry_mpi_ec_curve_point(point, context) != 0,
            unsafe gcry_mpi_ec_get_affine(x.pointer, y.pointer, point, context) == 0,
            let coordinate = x.bytes(Self.pointLength)
        else { return nil }
        unsafe gcry_mpi_add(y.pointer, y.pointer, y.pointer)
        var bytes = coordinate.withBytes { Array($0) }
        if unsafe gcry_mpi_cmp(y.pointer, fieldOrder.pointer) > 0 { bytes[0] |= 0x80 }
        return bytes
    }
}

/// A libgcrypt integer that is marked as secret: libgcrypt multiplies points by it in constant time, and wipes the
/// memory of every number before freeing it.
///
/// Remaining risks: the memory is not guarded during a derivation, because libgcrypt's own secure memory is off and it
/// cannot use libsodium's; and the time of additions and reductions can depend on the numbers.
@safe private struct SecretNumber: ~Copyable {
    // Created for this value alone, which frees it.
    let pointer: OpaquePointer

    /// Zero, with room for a product.
    init() {
        guard let pointer = unsafe gcry_mpi_snew(768) else { preconditionFailure("no memory for a number") }
        unsafe self.pointer = pointer
    }

    /// Takes ownership of a libgcrypt number.
    init(owning pointer: OpaquePointer) {
        unsafe self.pointer = pointer
    }

    /// Reads big-endian bytes; nil if all are zero, which libgcrypt cannot mark as secret.
    init?(_ bytes: Span<UInt8>) {
        var pointer: OpaquePointer?
        let error = unsafe bytes.withOctets { unsafe gcry_mpi_scan(&pointer, GCRYMPI_FMT_USG, $0, bytes.count, nil) }
        guard error == 0, let pointer = unsafe pointer else { preconditionFailure("libgcrypt does not read a number") }
        unsafe self.pointer = pointer
        guard unsafe gcry_mpi_cmp_ui(pointer, 0) > 0 else { return nil }
        unsafe gcry_mpi_set_flag(pointer, GCRYMPI_FLAG_SECURE)
    }

    deinit {
        unsafe gcry_mpi_release(pointer)
    }

    /// This many bytes, big-endian; nil if the number is zero or longer. Reads bit by bit: libgcrypt's own export
    /// leaves a copy in memory that it does not wipe.
    borrowing func bytes(_ count: Int) -> Secret? {
        let bits = unsafe Int(gcry_mpi_get_nbits(pointer))
        guard bits > 0, bits <= 8 * count else { return nil }
        return Secret(count: count) { memory in
            for index in 0..<count {
                var byte: UInt8 = 0
                for bit in 0..<8 {
                    let position = UInt32(8 * (count - 1 - index) + bit)
                    byte |= unsafe UInt8(truncatingIfNeeded: gcry_mpi_test_bit(pointer, position)) << UInt8(bit)
                }
                memory[index] = byte
            }
        }
    }
}
