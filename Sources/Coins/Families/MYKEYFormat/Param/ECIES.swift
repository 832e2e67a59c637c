import RouterCSecp256k1
import RouterEOSIO

/// The encryption of go-ethereum's `ecies` with AES-128 and SHA-256 (Documentation/protocols/mykey.md §1.2, the first
/// layer), with one key for both ends.
///
/// Both ends know the private key here, because it follows from the link: this hides a request from a glance and from
/// nobody else.
struct ECIES {
    static let overhead = pointLength + counterLength + tagLength
    private static let pointLength = 65
    private static let counterLength = 16
    private static let tagLength = 32

    /// The private key of both ends, 32 bytes.
    let key: [UInt8]
    /// Additional input of the checksums.
    let salt: [UInt8]

    /// The values of one message; random except in tests with known answers.
    struct Ephemeral {
        /// A private key for this message.
        let key: [UInt8]
        let counter: [UInt8]

        static func random() -> Ephemeral {
            var numbers = SystemRandomNumberGenerator()
            func bytes(_ count: Int) -> [UInt8] { (0..<count).map { _ in numbers.next() } }
            return Ephemeral(key: bytes(32), counter: bytes(counterLength))
        }
    }

    /// The encrypted bytes; nil if a key is not below the order of the curve, which is extremely rare.
    func encrypt(_ bytes: [UInt8], with ephemeral: Ephemeral) -> [UInt8]? {
        guard let point = CurvePoint.generator.times(ephemeral.key),
            let shared = CurvePoint.generator.times(key)?.times(ephemeral.key)
        else { return nil }
        let keys = Self.keys(from: shared)
        let message = ephemeral.counter + Gcrypt.aes128CTR(key: keys.cipher, counter: ephemeral.counter, bytes)
        return point.bytes + message + tag(of: message, key: keys.tag)
    }

    /// The decrypted bytes.
    func decrypt(_ bytes: [UInt8]) throws(ParamError) -> [UInt8] {
        guard bytes.count >= Self.overhead else { throw .tooShort }
        guard bytes[0] == 4, let point = CurvePoint(bytes: Array(bytes[..<Self.pointLength])),
            let shared = point.times(key)
        else { throw .damaged }
        let keys = Self.keys(from: shared)
        let message = Array(bytes[Self.pointLength...].dropLast(Self.tagLength))
        guard bytes.suffix(Self.tagLength).elementsEqual(tag(of: message, key: keys.tag)) else { throw .damaged }
        return Gcrypt.aes128CTR(
            key: keys.cipher, counter: Array(message[..<Self.counterLength]), Array(message[Self.counterLength...]))
    }

    /// One round of the key derivation of NIST SP 800-56A; the checksum's key is hashed once more.
    private static func keys(from shared: CurvePoint) -> (cipher: [UInt8], tag: [UInt8]) {
        let derived = Hash.sha256([0, 0, 0, 1] + shared.x).bytes
        return (Array(derived[..<16]), Hash.sha256(Array(derived[16...])).bytes)
    }

    private func tag(of message: [UInt8], key: [UInt8]) -> [UInt8] {
        Gcrypt.hmacSHA256(key: key, message + salt)
    }
}

/// A point of secp256k1 for multiplication by public numbers. The time depends on the number, so it must never be a
/// secret.
struct CurvePoint {
    /// The base point (SEC 2).
    static let generator: CurvePoint = {
        guard
            let generator = CurvePoint(bytes: [
                0x02, 0x79, 0xBE, 0x66, 0x7E, 0xF9, 0xDC, 0xBB, 0xAC, 0x55, 0xA0, 0x62, 0x95, 0xCE, 0x87, 0x0B, 0x07,
                0x02, 0x9B, 0xFC, 0xDB, 0x2D, 0xCE, 0x28, 0xD9, 0x59, 0xF2, 0x81, 0x5B, 0x16, 0xF8, 0x17, 0x98,
            ])
        else { preconditionFailure("the generator is a point") }
        return generator
    }()

    private var point = secp256k1_pubkey()

    /// Reads a point, compressed or not; nil if the bytes are not one.
    init?(bytes: [UInt8]) {
        guard unsafe secp256k1_ec_pubkey_parse(secp256k1_constant_context(), &point, bytes, bytes.count) == 1 else {
            return nil
        }
    }

    /// The point multiplied by `number`; nil if the 32 bytes are zero or not below the order of the curve.
    func times(_ number: [UInt8]) -> CurvePoint? {
        precondition(number.count == 32, "a number has 32 bytes")
        var product = self
        guard unsafe secp256k1_ec_pubkey_tweak_mul(secp256k1_constant_context(), &product.point, number) == 1 else {
            return nil
        }
        return product
    }

    /// The point uncompressed: 04, X, Y; 65 bytes.
    var bytes: [UInt8] {
        var point = point
        var bytes = [UInt8](repeating: 0, count: 65)
        var length = bytes.count
        unsafe secp256k1_ec_pubkey_serialize(
            secp256k1_constant_context(), &bytes, &length, &point, UInt32(SECP256K1_EC_UNCOMPRESSED))
        return bytes
    }

    /// Its first coordinate, 32 bytes.
    var x: [UInt8] { Array(bytes[1..<33]) }
}
