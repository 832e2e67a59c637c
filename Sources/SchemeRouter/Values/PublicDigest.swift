import RouterCGcrypt

/// Digests of bytes that are not secret, by libgcrypt.
///
/// Safe: libgcrypt receives the addresses of the bytes and of a buffer with the digest's length, and keeps neither.
package enum PublicDigest {
    /// libgcrypt must be initialised once, before any other call.
    private static let isStarted: Bool = gcrypt_start() == 0

    /// The first bytes of BLAKE2b-256 (RFC 7693) without a key.
    /// - Parameter count: the number of bytes, at most 32.
    package static func blake2b(_ bytes: [UInt8], count: Int) -> [UInt8] { blake2b(bytes[...], count: count) }

    /// The same of some of an array's bytes, which are not copied.
    package static func blake2b(_ bytes: ArraySlice<UInt8>, count: Int) -> [UInt8] {
        precondition((1...32).contains(count), "the digest has 32 bytes")
        return Array(hash(bytes, GCRY_MD_BLAKE2B_256).prefix(count))
    }

    /// SHA-256 (FIPS 180-4), 32 bytes.
    package static func sha256(_ bytes: [UInt8]) -> [UInt8] { hash(bytes[...], GCRY_MD_SHA256) }

    private static func hash(_ bytes: ArraySlice<UInt8>, _ algorithm: gcry_md_algos) -> [UInt8] {
        precondition(isStarted, "libgcrypt did not start")
        var digest = [UInt8](repeating: 0, count: 32)
        unsafe bytes.withUnsafeBytes {
            unsafe gcry_md_hash_buffer(Int32(algorithm.rawValue), &digest, $0.baseAddress, $0.count)
        }
        return digest
    }
}
