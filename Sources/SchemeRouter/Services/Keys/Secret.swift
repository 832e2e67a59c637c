/// Bytes that must not be copied, logged or swapped out: passcodes, seeds, private keys (S8).
///
/// They are in guarded memory from the module `RouterSecrets`, and are wiped when the value's lifetime ends. They
/// cannot be converted to a String or an Array; code that needs the bytes borrows them in a closure, as a span, which
/// cannot escape it.
@safe public struct Secret: ~Copyable, @unchecked Sendable {
    /// Wipes and frees the memory. Called once.
    package typealias Release = @convention(c) (UnsafeMutableRawPointer?) -> Void

    // Safe: owned by this value only, which frees it; all its bytes are initialised from the start.
    private let base: UnsafeMutablePointer<UInt8>
    private let release: Release

    /// The number of bytes.
    public let count: Int

    /// Takes ownership of memory whose first `count` bytes are the secret. Nobody else may keep its address.
    package init(owning base: UnsafeMutablePointer<UInt8>, count: Int, release: @escaping Release) {
        unsafe self.base = base
        unsafe self.release = release
        self.count = count
    }

    deinit {
        unsafe release(base)
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
}
