extension UnsafeRawBufferPointer {
    /// The first byte, as C functions want it. Memory of a `Secret` or an array always has an address.
    var octets: UnsafePointer<UInt8> {
        guard let base = assumingMemoryBound(to: UInt8.self).baseAddress else { preconditionFailure("no memory") }
        return base
    }
}

extension UnsafeMutableRawBufferPointer {
    /// The first byte, as C functions want it. Memory of a `Secret` always has an address.
    var octets: UnsafeMutablePointer<UInt8> {
        guard let base = assumingMemoryBound(to: UInt8.self).baseAddress else { preconditionFailure("no memory") }
        return base
    }
}
