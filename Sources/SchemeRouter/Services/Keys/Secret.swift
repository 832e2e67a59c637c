import Bytes
import CSodium

/// Bytes that must not be copied, logged or swapped out: passcodes, seeds, private keys (S8).
///
/// They live in `sodium_malloc` memory – guarded pages, locked, left out of core dumps – and are wiped when the value
/// ends. There is no way to turn one into a String or an Array; code that needs the bytes borrows them in a closure, as a
/// span, which cannot leave it.
@safe public struct Secret: ~Copyable, @unchecked Sendable {
    // Allocated for this value alone, which frees it; all its bytes have a value from the beginning.
    private let base: UnsafeMutablePointer<UInt8>
    private let capacity: Int

    /// How many bytes there are.
    public let count: Int

    /// Memory for `count` bytes, filled by `body`.
    ///
    /// `body` returns how many bytes it filled, `count` at most; the rest is not part of the secret.
    /// Ends the program where the system gives no memory: there is no safe way on.
    public init(capacity: Int, _ body: (inout MutableSpan<UInt8>) -> Int) {
        precondition(sodium_init() >= 0, "libsodium did not start")
        guard let memory = unsafe sodium_malloc(max(capacity, 1)) else {
            preconditionFailure("no memory for a secret")
        }
        unsafe base = memory.bindMemory(to: UInt8.self, capacity: capacity)
        self.capacity = capacity
        var span = unsafe UnsafeMutableBufferPointer(start: base, count: capacity).mutableSpan
        let filled = body(&span)
        precondition(filled >= 0 && filled <= capacity, "a secret longer than its memory")
        self.count = filled
    }

    deinit {
        unsafe sodium_free(base)
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
        let secret = Secret(count: count) { _ in }
        unsafe randombytes_buf(secret.base, count)
        return secret
    }

    /// A secret of its own with the same bytes.
    public func duplicate() -> Secret {
        withBytes { bytes in
            Secret(count: bytes.count) { memory in memory.copyBytes(from: bytes) }
        }
    }

    /// Lends the bytes to `body`.
    public borrowing func withBytes<Result: ~Copyable, Failure: Error>(
        _ body: (Span<UInt8>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try unsafe body(UnsafeBufferPointer(start: base, count: count).span)
    }

    /// Lends the bytes to `body` for writing.
    public mutating func withMutableBytes<Result: ~Copyable, Failure: Error>(
        _ body: (inout MutableSpan<UInt8>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        var span = unsafe UnsafeMutableBufferPointer(start: base, count: count).mutableSpan
        return try body(&span)
    }

    /// Whether both hold the same bytes, in a time that does not depend on them.
    public func equals(_ other: borrowing Secret) -> Bool {
        unsafe count == other.count && sodium_memcmp(base, other.base, count) == 0
    }
}
