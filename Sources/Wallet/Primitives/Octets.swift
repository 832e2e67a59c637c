// Each C function receives a pointer for one call, with a checked length, and does not keep it. The pointer is never
// null, even for zero bytes: some of those functions forbid it.

extension Span<UInt8> {
    /// Passes a pointer to the first byte.
    func withOctets<Result>(_ body: (UnsafePointer<UInt8>) -> Result) -> Result {
        unsafe withUnsafeBufferPointer { bytes in
            guard let base = bytes.baseAddress else { return unsafe withUnsafePointer(to: 0 as UInt8, body) }
            return unsafe body(base)
        }
    }
}

extension MutableSpan<UInt8> {
    /// Passes a pointer to the first byte for writing.
    mutating func withOctets<Result>(_ body: (UnsafeMutablePointer<UInt8>) -> Result) -> Result {
        unsafe withUnsafeMutableBufferPointer { bytes in
            guard let base = bytes.baseAddress else { preconditionFailure("no memory") }
            return unsafe body(base)
        }
    }
}
