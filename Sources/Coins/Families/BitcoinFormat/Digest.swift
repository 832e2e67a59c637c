import RouterCGcrypt

/// The hashes that Bitcoin-like coins use, of public data only.
///
/// libgcrypt receives pointers to a digest of the right length and to the bytes, and keeps neither.
public enum Digest {
    /// libgcrypt must be initialised once, before any other call.
    private static let isStarted: Bool = gcrypt_start() == 0

    /// SHA-256 (FIPS 180-4).
    public static func sha256(_ bytes: [UInt8]) -> [UInt8] {
        hash(bytes, Int32(GCRY_MD_SHA256.rawValue), length: 32)
    }

    /// SHA-256 of SHA-256: transaction ids, signature digests and checksums.
    public static func doubleSHA256(_ bytes: [UInt8]) -> [UInt8] { sha256(sha256(bytes)) }

    /// RIPEMD-160 of SHA-256: the hash of a key or script in an address.
    public static func hash160(_ bytes: [UInt8]) -> [UInt8] {
        hash(sha256(bytes), Int32(GCRY_MD_RMD160.rawValue), length: 20)
    }

    /// SHA-512/256 (FIPS 180-4).
    package static func sha512256(_ bytes: [UInt8]) -> [UInt8] {
        hash(bytes, Int32(GCRY_MD_SHA512_256.rawValue), length: 32)
    }

    /// CRC-32 (ISO 3309): no protection against deliberate changes.
    package static func crc32(_ bytes: [UInt8]) -> UInt32 {
        hash(bytes, Int32(GCRY_MD_CRC32.rawValue), length: 4).reduce(0) { $0 << 8 | UInt32($1) }
    }

    /// The first four bytes of the double SHA-256 of `bytes`, as a big-endian number: a Base58Check checksum.
    static func checksum(_ bytes: RawSpan) -> UInt32 {
        precondition(isStarted, "libgcrypt did not start")
        let algorithm = Int32(GCRY_MD_SHA256.rawValue)
        var digest = InlineArray<4, UInt64>(repeating: 0)
        var memory = digest.mutableSpan
        unsafe memory.withUnsafeMutableBytes { memory in
            let digest = memory.baseAddress!
            unsafe bytes.withUnsafeBytes { unsafe gcry_md_hash_buffer(algorithm, digest, $0.baseAddress, $0.count) }
            unsafe gcry_md_hash_buffer(algorithm, digest, digest, 32)
        }
        return UInt32(truncatingIfNeeded: UInt64(bigEndian: digest[0]) >> 32)
    }

    private static func hash(_ bytes: [UInt8], _ algorithm: Int32, length: Int) -> [UInt8] {
        precondition(isStarted, "libgcrypt did not start")
        var digest = [UInt8](repeating: 0, count: length)
        unsafe gcry_md_hash_buffer(algorithm, &digest, bytes, bytes.count)
        return digest
    }
}
