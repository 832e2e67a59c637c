/// Finds a scheme by name in constant time, without creating a string.
struct SchemeIndex: Sendable {
    private struct Name: Sendable {
        let text: Range<Int>
        let position: Int
    }

    /// All names, concatenated.
    private var text: [UInt8] = []
    private var names: [Name] = []
    /// Open addressing: the index of a name, or -1. The size is a power of two, and at least half the slots are free.
    private var slots: [Int32]

    /// Indexes the names and aliases of `schemes`, which must be lower-case and unique.
    init(_ schemes: [SchemeDescriptor]) {
        let count = schemes.reduce(0) { $0 + 1 + $1.aliases.count }
        var size = 8
        while size < count * 2 { size *= 2 }
        slots = [Int32](repeating: -1, count: size)
        for (position, scheme) in schemes.enumerated() {
            insert(scheme.name, position)
            for alias in scheme.aliases { insert(alias, position) }
        }
    }

    /// The position of the scheme with this name among the indexed schemes.
    func position(of name: Span<UInt8>) -> Int? {
        guard let hash = Self.hash(name) else { return nil }
        var slot = hash & (slots.count - 1)
        while slots[slot] >= 0 {
            let candidate = names[Int(slots[slot])]
            if isEqual(candidate.text, name) { return candidate.position }
            slot = (slot + 1) & (slots.count - 1)
        }
        return nil
    }

    private func isEqual(_ range: Range<Int>, _ name: Span<UInt8>) -> Bool {
        guard range.count == name.count else { return false }
        for offset in 0..<name.count where text[range.lowerBound + offset] != name[offset].lowercasedASCII {
            return false
        }
        return true
    }

    private mutating func insert(_ name: String, _ position: Int) {
        guard let hash = Self.hash(name.utf8.span) else { return }
        var slot = hash & (slots.count - 1)
        while slots[slot] >= 0 { slot = (slot + 1) & (slots.count - 1) }
        slots[slot] = Int32(names.count)
        names.append(Name(text: text.count..<text.count + name.utf8.count, position: position))
        text += name.utf8
    }

    /// FNV-1a over the lower-case bytes; nil if the name is longer than any scheme.
    private static func hash(_ name: Span<UInt8>) -> Int? {
        guard name.count <= SchemeName.maxLength else { return nil }
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for offset in name.indices { hash = (hash ^ UInt64(name[offset].lowercasedASCII)) &* 0x100_0000_01B3 }
        return Int(truncatingIfNeeded: hash ^ hash >> 32)
    }
}
