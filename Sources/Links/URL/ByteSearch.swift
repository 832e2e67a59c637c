extension Span<UInt8> {
    /// Whether any byte passes `test`.
    ///
    /// Tests all bytes without stopping early: branchless code tests sixteen bytes at a time, and almost no link
    /// contains such a byte.
    @inlinable @inline(__always)
    package func contains(where test: (UInt8) -> Bool) -> Bool {
        var found: UInt8 = 0
        var offset = 0
        while offset < count {
            found |= test(self[offset]) ? 1 : 0
            offset += 1
        }
        return found != 0
    }

    @inlinable @inline(__always)
    package func firstIndex(where test: (UInt8) -> Bool) -> Int? {
        guard contains(where: test) else { return nil }
        return indices.first { test(self[$0]) }
    }
}
