/// Finds duplicate keys of a mapping: by linear search in short mappings, by hash in long ones.
struct KeyIndex {
    private static let shortLength = 32

    private let mapping: Int
    private var count = 0
    /// The hashes of all keys; nil while they are few.
    private var hashes: Set<Int>?

    init(mapping: Int) {
        self.mapping = mapping
    }

    /// Adds the key `key`, the last one of its mapping so far. Returns an earlier key with the same bytes, if there is
    /// one.
    mutating func insert(_ key: Int, of records: ContiguousArray<YAMLTree.Record>, _ bytes: [UInt8]) -> Int? {
        count += 1
        if count > Self.shortLength, isNew(key, of: records, bytes) { return nil }
        return first(before: key, of: records) { other in
            records[other].isText(bytes.span.extracting(records[key].range), in: bytes.span)
        }
    }

    /// Whether no earlier key has this hash.
    private mutating func isNew(_ key: Int, of records: ContiguousArray<YAMLTree.Record>, _ bytes: [UInt8]) -> Bool {
        if hashes == nil {
            var known: Set<Int> = []
            _ = first(before: key, of: records) { other in
                known.insert(Self.hash(records[other], bytes))
                return false
            }
            hashes = known
        }
        return hashes?.insert(Self.hash(records[key], bytes)).inserted == true
    }

    private static func hash(_ key: YAMLTree.Record, _ bytes: [UInt8]) -> Int {
        var hasher = Hasher()
        // Safe: the bytes are read only while they are lent.
        unsafe bytes.span.extracting(key.range).withUnsafeBytes { unsafe hasher.combine(bytes: $0) }
        return hasher.finalize()
    }

    private func first(
        before end: Int, of records: ContiguousArray<YAMLTree.Record>, where isMeant: (Int) -> Bool
    ) -> Int? {
        var key = mapping + 1
        while key < end {
            if isMeant(key) { return key }
            key = records[key + 1].next(after: key + 1)
        }
        return nil
    }
}
