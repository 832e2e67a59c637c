import RouterBytes
import RouterCSodium
import RouterSecrets
import SchemeRouter

/// HMAC-SHA-512 (RFC 2104) whose state, which holds its key, is kept in guarded memory and is wiped (S8).
@safe struct HMACSHA512: ~Copyable {
    /// Bytes of a result.
    static let length = 64

    // Allocated for this value alone, which frees it.
    private let state: UnsafeMutablePointer<crypto_auth_hmacsha512_state>

    /// A computation under `key`, of any length.
    init(key: Span<UInt8>) {
        precondition(sodium_init() >= 0, "libsodium did not start")
        guard let memory = unsafe sodium_malloc(MemoryLayout<crypto_auth_hmacsha512_state>.size) else {
            preconditionFailure("no memory for a secret")
        }
        unsafe state = memory.bindMemory(to: crypto_auth_hmacsha512_state.self, capacity: 1)
        unsafe key.withOctets { bytes in _ = unsafe crypto_auth_hmacsha512_init(state, bytes, key.count) }
    }

    deinit {
        unsafe sodium_free(state)
    }

    /// Resets to the state of `other`, which avoids hashing the key again.
    borrowing func restart(from other: borrowing HMACSHA512) {
        unsafe state.update(from: other.state, count: 1)
    }

    borrowing func update(_ message: Span<UInt8>) {
        unsafe message.withOctets { bytes in
            _ = unsafe crypto_auth_hmacsha512_update(state, bytes, UInt64(message.count))
        }
    }

    /// Writes the 64-byte result; call ``restart(from:)`` before any further message.
    borrowing func finish(into result: inout MutableSpan<UInt8>) {
        precondition(result.count == Self.length, "an HMAC-SHA-512 has 64 bytes")
        unsafe result.withOctets { result in _ = unsafe crypto_auth_hmacsha512_final(state, result) }
    }

    /// The 64-byte result for one message.
    static func code(key: Span<UInt8>, _ message: Span<UInt8>) -> Secret {
        let mac = HMACSHA512(key: key)
        mac.update(message)
        return Secret(count: length) { memory in mac.finish(into: &memory) }
    }

    /// The 64-byte result for one message that is contiguous in memory.
    /// - Parameters:
    ///   - result: receives the result.
    ///   - state: working memory for a libsodium state, aligned to 8 bytes.
    static func code(
        key: Range<Int>, _ message: Range<Int>, into result: Int, state: Int, in memory: inout MutableSpan<UInt8>
    ) {
        let needed = MemoryLayout<crypto_auth_hmacsha512_state>.size
        for range in [key, message, result..<result + length, state..<state + needed] {
            precondition(range.lowerBound >= 0 && range.upperBound <= memory.count, "outside of the memory")
        }
        unsafe memory.withOctets { memory in
            let state = unsafe UnsafeMutableRawPointer(memory + state)
                .assumingMemoryBound(to: crypto_auth_hmacsha512_state.self)
            unsafe crypto_auth_hmacsha512_init(state, memory + key.lowerBound, key.count)
            unsafe crypto_auth_hmacsha512_update(state, memory + message.lowerBound, UInt64(message.count))
            unsafe crypto_auth_hmacsha512_final(state, memory + result)
        }
    }

    /// The 64-byte result for public data, such as the data of extended public keys. Guarded memory would cost a dozen
    /// system calls for each address and protect nothing.
    static func code(publicKey key: [UInt8], _ message: [UInt8]) -> [UInt8] {
        precondition(sodium_init() >= 0, "libsodium did not start")
        var state = crypto_auth_hmacsha512_state()
        var result = [UInt8](repeating: 0, count: length)
        unsafe crypto_auth_hmacsha512_init(&state, key, key.count)
        unsafe crypto_auth_hmacsha512_update(&state, message, UInt64(message.count))
        unsafe crypto_auth_hmacsha512_final(&state, &result)
        return result
    }

    /// The first block of PBKDF2 (RFC 8018 5.2), which is the entire output for 64 bytes.
    static func pbkdf2(password: borrowing Secret, salt: borrowing Secret, rounds: Int) -> Secret {
        let keyed = password.withBytes { bytes in HMACSHA512(key: bytes) }
        let mac = password.withBytes { bytes in HMACSHA512(key: bytes) }
        salt.withBytes { bytes in mac.update(bytes) }
        mac.update([UInt8](bigEndian: 1 as UInt32).span)
        var round = Secret(count: length) { memory in mac.finish(into: &memory) }
        var sum = round.duplicate()
        for _ in 1..<rounds {
            round.withMutableBytes { bytes in
                mac.restart(from: keyed)
                mac.update(bytes.span)
                mac.finish(into: &bytes)
            }
            sum.withMutableBytes { total in
                round.withBytes { bytes in
                    for index in 0..<length { total[index] ^= bytes[index] }
                }
            }
        }
        return sum
    }
}

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
