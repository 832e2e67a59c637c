import SchemeRouter

/// Which keys of a branch the person has marked as used.
public struct KeyUse: Sendable, Hashable {
    /// The numbers of the used keys.
    public internal(set) var used: Set<UInt32> = []

    /// The number of unused keys known in advance, as in the iOS wallets (Documentation/protocols/dash-axe.md §5.2).
    public static let ahead = 10
    /// How far beyond the first unused key a key can be shown or marked: anything further is a typing error.
    static let reach: UInt32 = 1_000
    /// The most keys of one branch.
    static let mostKeys: UInt32 = 10_000

    /// The key after the last used one. Earlier keys may be unused too.
    public var firstUnused: UInt32 { used.max().map { $0 + 1 } ?? 0 }

    /// The numbers that can be shown or marked.
    public var numbers: ClosedRange<UInt32> { 0...min(firstUnused + Self.reach, Self.mostKeys) - 1 }
}

/// The used marks on disk. Test networks of several coins share the same keys, so a mark belongs to a chain.
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

    /// Marks a key as used or unused. Returns whether that changes anything.
    mutating func mark(_ number: UInt32, of place: Place, isUsed: Bool) -> Bool {
        var use = self[place]
        let isChanged = isUsed ? use.used.insert(number).inserted : use.used.remove(number) != nil
        entries[place] = use.used.isEmpty ? nil : use
        return isChanged
    }

    /// The file: for each branch its coin, network and path, the number of used keys, and their numbers.
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
