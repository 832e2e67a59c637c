import CGcrypt

/// The hashes that Bitcoin-like coins use, of public data only.
public enum Digest {
    /// libgcrypt must be started once, before any other call.
    private static let isStarted: Bool = gcrypt_start() == 0

    /// SHA-256 (FIPS 180-4).
    public static func sha256(_ bytes: [UInt8]) -> [UInt8] {
        hash(bytes, Int32(GCRY_MD_SHA256.rawValue), length: 32)
    }

    /// SHA-256 of SHA-256: transaction ids, signature digests and checksums.
    public static func doubleSHA256(_ bytes: [UInt8]) -> [UInt8] {
        sha256(sha256(bytes))
    }

    /// RIPEMD-160 of SHA-256: what an address holds of a key or script.
    public static func hash160(_ bytes: [UInt8]) -> [UInt8] {
        hash(sha256(bytes), Int32(GCRY_MD_RMD160.rawValue), length: 20)
    }

    /// The first four bytes of the double SHA-256 of `bytes`, as a big-endian number: a Base58Check checksum.
    static func checksum(_ bytes: RawSpan) -> UInt32 {
        precondition(isStarted, "libgcrypt did not start")
        let algorithm = Int32(GCRY_MD_SHA256.rawValue)
        return bytes.withUnsafeBytes { bytes in
            withUnsafeTemporaryAllocation(byteCount: 32, alignment: 8) { digest in
                gcry_md_hash_buffer(algorithm, digest.baseAddress!, bytes.baseAddress, bytes.count)
                gcry_md_hash_buffer(algorithm, digest.baseAddress!, digest.baseAddress!, 32)
                return UInt32(bigEndian: digest.loadUnaligned(as: UInt32.self))
            }
        }
    }

    private static func hash(_ bytes: [UInt8], _ algorithm: Int32, length: Int) -> [UInt8] {
        precondition(isStarted, "libgcrypt did not start")
        return [UInt8](unsafeUninitializedCapacity: length) { buffer, count in
            bytes.withUnsafeBytes { gcry_md_hash_buffer(algorithm, buffer.baseAddress!, $0.baseAddress, $0.count) }
            count = length
        }
    }
}
