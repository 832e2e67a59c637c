import RouterCGcrypt

/// The hashes of EOSIO.
///
/// libgcrypt receives pointers to memory and its length for the call, and keeps neither.
package enum Hash {
    /// libgcrypt must be initialised once, before any other call.
    private static let isStarted: Bool = gcrypt_start() == 0

    /// SHA-256 (FIPS 180-4).
    package static func sha256(_ bytes: [UInt8]) -> Checksum256 { fixed(bytes, Int32(GCRY_MD_SHA256.rawValue)) }

    /// RIPEMD-160, whose first four bytes are the checksum of key texts.
    static func ripemd160(_ bytes: [UInt8]) -> Checksum160 { fixed(bytes, Int32(GCRY_MD_RMD160.rawValue)) }

    private static func fixed<let size: Int>(_ bytes: [UInt8], _ algorithm: Int32) -> FixedBytes<size> {
        precondition(isStarted, "libgcrypt did not start")
        var digest = [UInt8](repeating: 0, count: size)
        unsafe gcry_md_hash_buffer(algorithm, &digest, bytes, bytes.count)
        guard let value = FixedBytes<size>(digest) else { preconditionFailure("a digest of another size") }
        return value
    }
}
