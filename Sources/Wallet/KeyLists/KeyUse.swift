import SchemeRouter

/// Which keys of a branch the person has marked as used.
public struct KeyUse: Sendable, Hashable {
    /// The numbers of the used keys.
    public internal(set) var used: Set<UInt32> = []

    /// So many unused keys are known in advance, as the wallets for iOS do it (Documentation/protocols/dash-axe.md §5.2).
    public static let ahead = 10
    /// So far beyond the first unused key a key can be shown or marked: what is further is a typing error.
    static let reach: UInt32 = 1_000
    /// No branch has more keys.
    static let mostKeys: UInt32 = 10_000

    /// The first of all the keys that no used one follows. Those before it may be unused too.
    public var firstUnused: UInt32 { used.max().map { $0 + 1 } ?? 0 }

    /// The numbers that can be shown or marked.
    public var numbers: ClosedRange<UInt32> { 0...min(firstUnused + Self.reach, Self.mostKeys) - 1 }
}

/// What is marked as used, on disk. Test networks of several coins have the same keys, so that a mark belongs to a chain.
struct KeyMarks: Sendable, Equatable {
    struct Place: Sendable, Hashable {
        let chain: ChainID
        let branch: KeyBranch
    }

    private var entries: [Place: KeyUse] = [:]

    static let longestFile = 4 << 20
    private static let record = ChecksummedRecord(name: "SRKEYUSED", version: 1)

    init() {}

    subscript(place: Place) -> KeyUse { entries[place] ?? KeyUse() }

    /// Marks a key, or takes the mark back. Returns whether that changes anything.
    mutating func mark(_ number: UInt32, of place: Place, isUsed: Bool) -> Bool {
        var use = self[place]
        let isChanged = isUsed ? use.used.insert(number).inserted : use.used.remove(number) != nil
        entries[place] = use.used.isEmpty ? nil : use
        return isChanged
    }

    /// The file: for each branch its coin, network and path, and the number of used keys and theirs.
    var bytes: [UInt8] {
        var bytes: [UInt8] = []
        for (place, use) in entries {
            bytes += place.chain.names + place.branch.bytes + [UInt8](bigEndian: UInt32(use.used.count))
            for number in use.used.sorted() { bytes += [UInt8](bigEndian: number) }
        }
        return Self.record.wrapping(bytes)
    }

    /// Reads ``bytes``; nil if they are damaged.
    init?(reading record: [UInt8]) {
        guard let content = Self.record.content(of: record) else { return nil }
        var reader = BinaryReader(content)
        while !reader.rest.isEmpty {
            guard let names = reader.names(), let branch = reader.branch(), let count = reader.number(UInt32.self)
            else {
                return nil
            }
            var use = KeyUse()
            for _ in 0..<count {
                guard let number = reader.number(UInt32.self), number < KeyUse.mostKeys else { return nil }
                use.used.insert(number)
            }
            entries[Place(chain: names.chain(at: branch.path), branch: branch)] = use
        }
    }
}
