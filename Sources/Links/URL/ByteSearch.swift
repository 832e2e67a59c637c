extension Span<UInt8> {
    /// Whether any byte passes `test`.
    ///
    /// It looks at all of them and never stops early: written without a branch, sixteen bytes are tested at a time, and
    /// nearly no link has a byte that is looked for.
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
