import CSodium

/// Bytes that must not be copied, logged or swapped out: passcodes, seeds, private keys (S8).
///
/// They live in `sodium_malloc` memory – guarded pages, locked, left out of core dumps – and are wiped when the value
/// ends. There is no way to turn one into a String or an Array; code that needs the bytes borrows them in a closure.
public struct Secret: ~Copyable, @unchecked Sendable {
    private let base: UnsafeMutableRawPointer
    private let capacity: Int

    /// How many bytes there are.
    public let count: Int

    /// Memory for `count` bytes, filled by `body`.
    ///
    /// `body` returns how many bytes it filled, `count` at most; the rest is not part of the secret.
    /// Ends the program where the system gives no memory: there is no safe way on.
    public init(capacity: Int, _ body: (UnsafeMutableRawBufferPointer) -> Int) {
        precondition(sodium_init() >= 0, "libsodium did not start")
        guard let base = sodium_malloc(max(capacity, 1)) else {
            preconditionFailure("no memory for a secret")
        }
        self.base = base
        self.capacity = capacity
        let filled = body(UnsafeMutableRawBufferPointer(start: base, count: capacity))
        precondition(filled >= 0 && filled <= capacity, "a secret longer than its memory")
        self.count = filled
    }

    deinit {
        sodium_free(base)
    }

    /// Memory for `count` bytes, all of which `body` fills.
    public init(count: Int, _ body: (UnsafeMutableRawBufferPointer) -> Void) {
        self.init(capacity: count) { memory in
            body(memory)
            return count
        }
    }

    /// `count` random bytes from the system.
    public static func random(count: Int) -> Secret {
        Secret(count: count) { memory in randombytes_buf(memory.baseAddress!, memory.count) }
    }

    /// A secret of its own with the same bytes.
    public func duplicate() -> Secret {
        withBytes { bytes in
            Secret(count: bytes.count) { memory in memory.copyMemory(from: bytes) }
        }
    }

    /// Lends the bytes to `body`. They must not leave it.
    public borrowing func withBytes<Result: ~Copyable, Failure: Error>(
        _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try body(UnsafeRawBufferPointer(start: base, count: count))
    }

    /// Lends the bytes to `body` for writing. They must not leave it.
    public mutating func withMutableBytes<Result: ~Copyable, Failure: Error>(
        _ body: (UnsafeMutableRawBufferPointer) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try body(UnsafeMutableRawBufferPointer(start: base, count: count))
    }

    /// Whether both hold the same bytes, in a time that does not depend on them.
    public func equals(_ other: borrowing Secret) -> Bool {
        count == other.count && sodium_memcmp(base, other.base, count) == 0
    }
}
