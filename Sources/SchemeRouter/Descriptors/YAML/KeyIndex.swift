/// Finds duplicate keys of a mapping: by linear search in short mappings, by hash in long ones.
struct KeyIndex {
    private static let shortLength = 32

    private let mapping: Int
    private var count = 0
    private var places: [ArraySlice<UInt8>: Int]?

    init(mapping: Int) {
        self.mapping = mapping
    }

    /// Adds the key `key`, the last one of its mapping so far. Returns an earlier key with the same bytes, if there is
    /// one.
    mutating func insert(_ key: Int, of records: ContiguousArray<YAMLTree.Record>, _ bytes: [UInt8]) -> Int? {
        let text = bytes[records[key].range]
        guard count >= Self.shortLength else {
            count += 1
            var other = mapping + 1
            while other < key {
                if records[other].range.count == text.count, bytes[records[other].range] == text { return other }
                other = records[other + 1].next(after: other + 1)
            }
            return nil
        }
        var places = self.places.take() ?? Self.places(in: mapping, before: key, of: records, bytes)
        let first = places[text]
        if first == nil { places[text] = key }
        self.places = consume places
        return first
    }

    private static func places(
        in mapping: Int, before key: Int, of records: ContiguousArray<YAMLTree.Record>, _ bytes: [UInt8]
    ) -> [ArraySlice<UInt8>: Int] {
        var places: [ArraySlice<UInt8>: Int] = [:]
        var other = mapping + 1
        while other < key {
            places[bytes[records[other].range]] = other
            other = records[other + 1].next(after: other + 1)
        }
        return places
    }
}
