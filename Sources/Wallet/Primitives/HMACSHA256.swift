import RouterBytes
import RouterCSodium
import RouterSecrets
import SchemeRouter

/// HMAC-SHA-256 (RFC 2104) whose state, which holds its key, is kept in guarded memory and is wiped (S8).
enum HMACSHA256 {
    /// Bytes of a result.
    static let length = 32

    /// The code of a message followed by `end`, under a key of any length.
    static func code(key: Span<UInt8>, _ message: Span<UInt8>, _ end: [UInt8]) -> Secret {
        precondition(sodium_init() >= 0, "libsodium did not start")
        guard let memory = unsafe sodium_malloc(MemoryLayout<crypto_auth_hmacsha256_state>.size) else {
            preconditionFailure("no memory for a secret")
        }
        defer { unsafe sodium_free(memory) }
        // Allocated for this call alone.
        let state = unsafe memory.bindMemory(to: crypto_auth_hmacsha256_state.self, capacity: 1)
        unsafe key.withOctets { _ = unsafe crypto_auth_hmacsha256_init(state, $0, key.count) }
        unsafe message.withOctets { _ = unsafe crypto_auth_hmacsha256_update(state, $0, UInt64(message.count)) }
        unsafe crypto_auth_hmacsha256_update(state, end, UInt64(end.count))
        return Secret(count: length) { result in
            unsafe result.withOctets { _ = unsafe crypto_auth_hmacsha256_final(state, $0) }
        }
    }
}
