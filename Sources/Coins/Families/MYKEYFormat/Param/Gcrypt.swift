import RouterCGcrypt

/// The functions of libgcrypt that MYKEY's encoding needs. All its keys follow from the link's plain text, so nothing
/// here is a secret. The library receives pointers to arrays with their lengths for each call, and keeps neither.
enum Gcrypt {
    /// libgcrypt must be initialised once, before any other call.
    private static let isStarted: Bool = gcrypt_start() == 0

    /// MD5 (RFC 1321), 16 bytes. It proves nothing; the encoding requires it.
    static func md5(_ bytes: [UInt8]) -> [UInt8] { hash([bytes], GCRY_MD_MD5, flags: 0, length: 16) }

    /// HMAC-SHA-512 (RFC 2104), 64 bytes.
    static func hmacSHA512(key: [UInt8], _ bytes: [UInt8]) -> [UInt8] {
        hash([key, bytes], GCRY_MD_SHA512, flags: GCRY_MD_FLAG_HMAC.rawValue, length: 64)
    }

    /// HMAC-SHA-256 (RFC 2104), 32 bytes.
    static func hmacSHA256(key: [UInt8], _ bytes: [UInt8]) -> [UInt8] {
        hash([key, bytes], GCRY_MD_SHA256, flags: GCRY_MD_FLAG_HMAC.rawValue, length: 32)
    }

    /// PBKDF2 with HMAC-SHA-1 (RFC 8018), 32 bytes.
    static func pbkdf2SHA1(password: [UInt8], salt: [UInt8], rounds: UInt) -> [UInt8] {
        precondition(isStarted, "libgcrypt did not start")
        var key = [UInt8](repeating: 0, count: 32)
        let error = unsafe gcry_kdf_derive(
            password, password.count, Int32(GCRY_KDF_PBKDF2.rawValue), Int32(GCRY_MD_SHA1.rawValue), salt, salt.count,
            rounds, key.count, &key)
        precondition(error == 0, "libgcrypt derives no key")
        return key
    }

    /// AES-128 in counter mode from `counter` (16 bytes) on; encrypts and decrypts.
    static func aes128CTR(key: [UInt8], counter: [UInt8], _ bytes: [UInt8]) -> [UInt8] {
        unsafe crypt(GCRY_CIPHER_AES, GCRY_CIPHER_MODE_CTR, key, bytes) { cipher in
            unsafe gcry_cipher_setctr(cipher, counter, counter.count)
        }
    }

    /// ChaCha20 with `state` (16 bytes) as its last four words: block counter and nonce; encrypts and decrypts.
    static func chaCha20(key: [UInt8], state: [UInt8], _ bytes: [UInt8]) -> [UInt8] {
        unsafe crypt(GCRY_CIPHER_CHACHA20, GCRY_CIPHER_MODE_STREAM, key, bytes) { cipher in
            unsafe gcry_cipher_setiv(cipher, state, state.count)
        }
    }

    /// With the flag for an HMAC, the first part is its key.
    private static func hash(
        _ parts: [[UInt8]], _ algorithm: gcry_md_algos, flags: UInt32, length: Int
    ) -> [UInt8] {
        precondition(isStarted, "libgcrypt did not start")
        var digest = [UInt8](repeating: 0, count: length)
        var all = parts.flatMap(\.self)
        // One buffer with a length for each part; never empty, so that it has an address.
        all.append(0)
        let error = unsafe all.withUnsafeMutableBytes { memory in
            var offset = 0
            var buffers: [gcry_buffer_t] = unsafe []
            for part in parts {
                unsafe buffers.append(
                    gcry_buffer_t(size: part.count, off: offset, len: part.count, data: memory.baseAddress))
                offset += part.count
            }
            return unsafe gcry_md_hash_buffers(Int32(algorithm.rawValue), flags, &digest, buffers, Int32(buffers.count))
        }
        precondition(error == 0, "libgcrypt does not hash")
        return digest
    }

    private static func crypt(
        _ algorithm: gcry_cipher_algos, _ mode: gcry_cipher_modes, _ key: [UInt8], _ bytes: [UInt8],
        start: (gcry_cipher_hd_t) -> gcry_error_t
    ) -> [UInt8] {
        precondition(isStarted, "libgcrypt did not start")
        var cipher: gcry_cipher_hd_t?
        guard unsafe gcry_cipher_open(&cipher, Int32(algorithm.rawValue), Int32(mode.rawValue), 0) == 0,
            let cipher = unsafe cipher
        else {
            preconditionFailure("libgcrypt has no such cipher")
        }
        defer { unsafe gcry_cipher_close(cipher) }
        var result = bytes
        let isDone =
            unsafe gcry_cipher_setkey(cipher, key, key.count) == 0 && start(cipher) == 0
            && gcry_cipher_encrypt(cipher, &result, result.count, nil, 0) == 0
        precondition(isDone, "libgcrypt does not encrypt")
        return result
    }
}
