import RouterBytes
import RouterCSodium
import SchemeRouter

/// Secrets in `sodium_malloc` memory: guard pages, locked, excluded from core dumps, and wiped when freed (S8).
extension Secret {
    /// Memory for `capacity` bytes, filled by `body`.
    ///
    /// `body` returns how many bytes it filled, at most `capacity`; the rest is not part of the secret. Ends the
    /// program if the system has no memory: there is no safe way to continue.
    public init(capacity: Int, _ body: (inout MutableSpan<UInt8>) -> Int) {
        precondition(sodium_init() >= 0, "libsodium did not start")
        guard let memory = unsafe sodium_malloc(max(capacity, 1)) else {
            preconditionFailure("no memory for a secret")
        }
        // Allocated for this value alone. sodium_malloc initialises all its bytes.
        let base = unsafe memory.bindMemory(to: UInt8.self, capacity: capacity)
        var span = unsafe UnsafeMutableBufferPointer(start: base, count: capacity).mutableSpan
        let filled = body(&span)
        precondition(filled >= 0 && filled <= capacity, "a secret longer than its memory")
        unsafe self.init(owning: base, count: filled, release: sodium_free)
    }

    /// Memory for `count` bytes, all of which `body` fills.
    public init(count: Int, _ body: (inout MutableSpan<UInt8>) -> Void) {
        self.init(capacity: count) { memory in
            body(&memory)
            return count
        }
    }

    /// `count` random bytes from the system.
    public static func random(count: Int) -> Secret {
        Secret(count: count) { memory in
            unsafe memory.withUnsafeMutableBytes { memory in
                guard let base = memory.baseAddress else { return }
                unsafe randombytes_buf(base, memory.count)
            }
        }
    }

    /// A separate secret with the same bytes.
    public func duplicate() -> Secret {
        withBytes { bytes in
            Secret(count: bytes.count) { memory in memory.copyBytes(from: bytes) }
        }
    }

    /// Compares the bytes in constant time.
    public func equals(_ other: borrowing Secret) -> Bool {
        guard count == other.count else { return false }
        return withBytes { bytes in
            other.withBytes { others in
                unsafe bytes.withUnsafeBytes { bytes in
                    unsafe others.withUnsafeBytes { others in
                        unsafe sodium_memcmp(bytes.baseAddress, others.baseAddress, bytes.count) == 0
                    }
                }
            }
        }
    }
}
