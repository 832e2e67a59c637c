import RouterCGcrypt

/// The hashes of EOSIO.
///
/// libgcrypt gets the addresses and lengths of memory that is lent for the call, and keeps neither.
package enum Hash {
    /// libgcrypt must be started once, before any other call.
    private static let isStarted: Bool = gcrypt_start() == 0

    /// SHA-256 (FIPS 180-4).
    package static func sha256(_ bytes: [UInt8]) -> Checksum256 {
        fixed(bytes, Int32(GCRY_MD_SHA256.rawValue))
    }

    /// RIPEMD-160, whose first four bytes end the texts of keys.
    static func ripemd160(_ bytes: [UInt8]) -> Checksum160 {
        fixed(bytes, Int32(GCRY_MD_RMD160.rawValue))
    }

    /// RIPEMD-160 of a secret and a public text behind it: what the texts of private keys end with.
    ///
    /// It is the only computation on a secret that goes through libgcrypt, because no other library has RIPEMD-160.
    /// libgcrypt wipes its state when it is closed, and the stack that it used.
    package static func ripemd160(secret: Span<UInt8>, _ tag: String) -> Checksum160 {
        precondition(isStarted, "libgcrypt did not start")
        let algorithm = Int32(GCRY_MD_RMD160.rawValue)
        var state: gcry_md_hd_t?
        guard unsafe gcry_md_open(&state, algorithm, 0) == 0 else { preconditionFailure("no memory for a hash") }
        defer { unsafe gcry_md_close(state) }
        unsafe secret.withUnsafeBytes { unsafe gcry_md_write(state, $0.baseAddress, $0.count) }
        unsafe gcry_md_write(state, tag, tag.utf8.count)
        // The digest lies in the state, 20 bytes, until that is closed.
        guard let digest = unsafe gcry_md_read(state, algorithm),
            let value = unsafe Checksum160(Array(UnsafeBufferPointer(start: digest, count: 20)))
        else { preconditionFailure("a hash without a result") }
        return value
    }

    private static func fixed<let size: Int>(_ bytes: [UInt8], _ algorithm: Int32) -> FixedBytes<size> {
        precondition(isStarted, "libgcrypt did not start")
        var digest = [UInt8](repeating: 0, count: size)
        unsafe gcry_md_hash_buffer(algorithm, &digest, bytes, bytes.count)
        guard let value = FixedBytes<size>(digest) else { preconditionFailure("a digest of another size") }
        return value
    }
}
