extension Span<UInt8> {
    /// Whether any byte passes `test`.
    ///
    /// Tests all bytes without stopping early: branchless code tests sixteen bytes at a time, and almost no link
    /// contains such a byte. For the same reason, the last sixteen are tested together, although some were before.
    @inlinable @inline(__always)
    package func contains(where test: (UInt8) -> Bool) -> Bool {
        func found(_ start: Int, _ end: Int) -> UInt8 {
            var found: UInt8 = 0
            var offset = start
            while offset < end {
                found |= test(self[offset]) ? 1 : 0
                offset += 1
            }
            return found
        }
        guard count >= 16 else { return found(0, count) != 0 }
        return found(0, count & ~15) | found(count - 16, count) != 0
    }

    @inlinable @inline(__always)
    package func firstIndex(where test: (UInt8) -> Bool) -> Int? {
        guard contains(where: test) else { return nil }
        return indices.first { test(self[$0]) }
    }
}
