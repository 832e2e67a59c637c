import CSodium
import SchemeRouter

/// HMAC-SHA-512 (RFC 2104) whose state, which holds its key, lies in guarded memory and is wiped (S8).
struct HMACSHA512: ~Copyable {
    /// Bytes of a result.
    static let length = 64

    private let state: UnsafeMutablePointer<crypto_auth_hmacsha512_state>

    /// A computation under `key`, of any length.
    init(key: UnsafeRawBufferPointer) {
        precondition(sodium_init() >= 0, "libsodium did not start")
        guard let memory = sodium_malloc(MemoryLayout<crypto_auth_hmacsha512_state>.size) else {
            preconditionFailure("no memory for a secret")
        }
        state = memory.bindMemory(to: crypto_auth_hmacsha512_state.self, capacity: 1)
        crypto_auth_hmacsha512_init(state, key.octets, key.count)
    }

    deinit {
        sodium_free(state)
    }

    /// Goes back to where `other` stands, which spares hashing the key again.
    borrowing func restart(from other: borrowing HMACSHA512) {
        UnsafeMutableRawPointer(state).copyMemory(
            from: other.state, byteCount: MemoryLayout<crypto_auth_hmacsha512_state>.size)
    }

    /// Adds bytes of the message.
    borrowing func update(_ bytes: UnsafeRawBufferPointer) {
        crypto_auth_hmacsha512_update(state, bytes.octets, UInt64(bytes.count))
    }

    /// Writes the 64-byte result; ``restart(from:)`` must come before any further message.
    borrowing func finish(into result: UnsafeMutableRawBufferPointer) {
        precondition(result.count == Self.length, "an HMAC-SHA-512 has 64 bytes")
        crypto_auth_hmacsha512_final(state, result.octets)
    }

    /// The 64-byte result for one message made of `parts`.
    static func code(key: UnsafeRawBufferPointer, _ parts: UnsafeRawBufferPointer...) -> Secret {
        let mac = HMACSHA512(key: key)
        for part in parts { mac.update(part) }
        return Secret(count: length) { memory in mac.finish(into: memory) }
    }

    /// The 64-byte result for public data alone, such as what extended public keys are made of. Guarded memory would cost
    /// a dozen system calls for each address and protect nothing.
    static func code(publicKey key: [UInt8], _ message: [UInt8]) -> [UInt8] {
        precondition(sodium_init() >= 0, "libsodium did not start")
        var state = crypto_auth_hmacsha512_state()
        crypto_auth_hmacsha512_init(&state, key, key.count)
        crypto_auth_hmacsha512_update(&state, message, UInt64(message.count))
        return [UInt8](unsafeUninitializedCapacity: length) { buffer, count in
            crypto_auth_hmacsha512_final(&state, buffer.baseAddress!)
            count = length
        }
    }

    /// The first block of PBKDF2 (RFC 8018 5.2), which is all of it for 64 bytes.
    static func pbkdf2(password: borrowing Secret, salt: borrowing Secret, rounds: Int) -> Secret {
        let keyed = password.withBytes { bytes in HMACSHA512(key: bytes) }
        let mac = password.withBytes { bytes in HMACSHA512(key: bytes) }
        salt.withBytes { bytes in mac.update(bytes) }
        withUnsafeBytes(of: UInt32(1).bigEndian) { blockNumber in mac.update(blockNumber) }
        var round = Secret(count: length) { memory in mac.finish(into: memory) }
        var sum = round.duplicate()
        for _ in 1..<rounds {
            round.withMutableBytes { bytes in
                mac.restart(from: keyed)
                mac.update(UnsafeRawBufferPointer(bytes))
                mac.finish(into: bytes)
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
