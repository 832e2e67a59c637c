/// Bytes that must not be copied, logged or swapped out: passcodes, seeds, private keys (S8).
///
/// They live in guarded memory, which the module `GuardedMemory` gives them, and are wiped when the value ends. There is
/// no way to turn one into a String or an Array; code that needs the bytes borrows them in a closure, as a span, which
/// cannot leave it.
@safe public struct Secret: ~Copyable, @unchecked Sendable {
    /// Gives memory back, wiped. It is called once.
    package typealias Release = @convention(c) (UnsafeMutableRawPointer?) -> Void

    // Handed over to this value alone, which gives it back; all its bytes have a value from the beginning.
    private let base: UnsafeMutablePointer<UInt8>
    private let release: Release

    /// How many bytes there are.
    public let count: Int

    /// Takes over memory whose first `count` bytes are the secret. Nobody else may hold its address.
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
