import RouterBytes

/// Finds a scheme by name in constant time, without creating a string.
struct SchemeIndex: Sendable {
    private var names: [String] = []
    /// The position of the scheme with each name.
    private var positions: [Int32] = []
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
            let candidate = Int(slots[slot])
            if Self.isEqual(names[candidate].utf8.span, name) { return Int(positions[candidate]) }
            slot = (slot + 1) & (slots.count - 1)
        }
        return nil
    }

    private static func isEqual(_ own: Span<UInt8>, _ name: Span<UInt8>) -> Bool {
        guard own.count == name.count else { return false }
        for offset in name.indices where own[offset] != name[offset].lowercasedASCII { return false }
        return true
    }

    private mutating func insert(_ name: String, _ position: Int) {
        guard let hash = Self.hash(name.utf8.span) else { return }
        var slot = hash & (slots.count - 1)
        while slots[slot] >= 0 { slot = (slot + 1) & (slots.count - 1) }
        slots[slot] = Int32(names.count)
        names.append(name)
        positions.append(Int32(position))
    }

    /// FNV-1a over words of eight bytes, whatever their case: only in this bit do the cases of a letter differ. Nil if
    /// the name is longer than any scheme.
    private static func hash(_ name: Span<UInt8>) -> Int? {
        guard name.count <= SchemeName.maxLength else { return nil }
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        var offset = 0
        while let word = name.eightBytes(at: offset) {
            hash = (hash ^ (word | 0x2020_2020_2020_2020)) &* 0x100_0000_01B3
            hash ^= hash >> 32
            offset += 8
        }
        let rest = name.lastBytes(from: offset, padding: 0x20) | 0x2020_2020_2020_2020
        hash = (hash ^ rest) &* 0x100_0000_01B3
        return Int(truncatingIfNeeded: hash ^ hash >> 32)
    }
}
