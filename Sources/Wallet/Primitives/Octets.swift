// C functions receive the address of memory for one call, with a length that was checked, and keep neither. The address
// is never null, even if there are no bytes: some of those functions forbid it.

extension Span<UInt8> {
    /// Lends the address of the first byte.
    func withOctets<Result>(_ body: (UnsafePointer<UInt8>) -> Result) -> Result {
        unsafe withUnsafeBufferPointer { bytes in
            guard let base = bytes.baseAddress else { return unsafe withUnsafePointer(to: 0 as UInt8, body) }
            return unsafe body(base)
        }
    }
}

extension MutableSpan<UInt8> {
    /// Lends the address of the first byte for writing.
    mutating func withOctets<Result>(_ body: (UnsafeMutablePointer<UInt8>) -> Result) -> Result {
        unsafe withUnsafeMutableBufferPointer { bytes in
            guard let base = bytes.baseAddress else { preconditionFailure("no memory") }
            return unsafe body(base)
        }
    }
}
