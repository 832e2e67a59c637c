extension Span<UInt8> {
    /// Whether any byte passes `test`.
    ///
    /// It looks at all of them and never stops early: without a branch the compiler tests sixteen bytes at a time, and
    /// nearly all links have no byte that is looked for.
    func contains(where test: (UInt8) -> Bool) -> Bool {
        var isFound = false
        for offset in indices { isFound = test(self[offset]) || isFound }
        return isFound
    }

    /// The offset of the first byte that passes `test`.
    func firstIndex(where test: (UInt8) -> Bool) -> Int? {
        guard contains(where: test) else { return nil }
        return indices.first { test(self[$0]) }
    }
}
