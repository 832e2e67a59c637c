import CSodium

/// Digests of bytes that are no secret, by libsodium.
///
/// Its functions get the addresses and lengths of two arrays and keep neither; they fail only for lengths that are
/// outside what their documentation allows.
package enum PublicDigest {
    /// BLAKE2b (RFC 7693) without a key.
    /// - Parameter count: of the digest, 16 to 64 bytes.
    package static func blake2b(_ bytes: [UInt8], count: Int) -> [UInt8] {
        var digest = [UInt8](repeating: 0, count: count)
        let status = unsafe crypto_generichash(&digest, digest.count, bytes, UInt64(bytes.count), nil, 0)
        precondition(status == 0, "BLAKE2b refused fixed parameters")
        return digest
    }

    /// SHA-256 (FIPS 180-4), 32 bytes.
    package static func sha256(_ bytes: [UInt8]) -> [UInt8] {
        var digest = [UInt8](repeating: 0, count: Int(crypto_hash_sha256_bytes()))
        let status = unsafe crypto_hash_sha256(&digest, bytes, UInt64(bytes.count))
        precondition(status == 0, "SHA-256 refused a text")
        return digest
    }
}
