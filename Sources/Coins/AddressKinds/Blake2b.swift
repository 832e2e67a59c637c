import RouterCSodium

/// BLAKE2b (RFC 7693).
enum Blake2b {
    /// A digest of 1 to 64 bytes. libsodium receives a pointer to the bytes for this call, and does not keep it.
    /// - Parameter personal: 16 bytes that tell the uses of the hash apart; nil for none.
    static func digest(of bytes: [UInt8], size: Int, personal: [UInt8]? = nil) -> [UInt8] {
        let personal = personal ?? [UInt8](repeating: 0, count: Int(crypto_generichash_blake2b_PERSONALBYTES))
        precondition(personal.count == crypto_generichash_blake2b_PERSONALBYTES)
        var digest = [UInt8](repeating: 0, count: size)
        let failed = unsafe crypto_generichash_blake2b_salt_personal(
            &digest, size, bytes, UInt64(bytes.count), nil, 0, nil, personal)
        precondition(failed == 0, "BLAKE2b has digests of 1 to 64 bytes")
        return digest
    }
}
