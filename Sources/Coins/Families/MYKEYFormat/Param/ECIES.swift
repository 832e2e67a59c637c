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
