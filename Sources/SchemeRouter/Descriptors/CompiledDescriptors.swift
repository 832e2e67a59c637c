import RouterBytes

/// The shipped descriptors as a click reads them: compiled, so that it parses no YAML.
///
/// `make descriptors` writes them from `schemes.yaml`, and a test compares the two. Examples are left out, and `grammar` stands for
/// links that it says in one word. Every coin and scheme is an entry, whose nodes are read like those of a file. Numbers are
/// LEB128, and a text is its length in bytes with its UTF-8:
///
///     entry = kind name count alias* count need* size key value
///     kind  = 0: a coin, 1: a scheme, 2: the scheme of the addresses of the coin with its name
///     need  = the number of another entry, which this one builds upon: all of them, in the order of the file
///     size  = the length of the two nodes in bytes
///     node  = kind line column length (text | count node*), with the count of all nodes inside
struct CompiledDescriptors: Sendable {
    static let shipped = CompiledDescriptors(PackageResources.schemes_compiled)

    private let bytes: [UInt8]
    private let entries: [Entry]

    private struct Entry {
        let kind: Int
        /// Where its name stands, which its aliases follow.
        let names: Int
        let needs: Int
        /// Its nodes.
        let nodes: Range<Int>
    }

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        var entries: [Entry] = []
        var reader = CompiledReader(bytes, at: 0)
        while reader.position < bytes.count {
            let kind = reader.number()
            let names = reader.position
            _ = reader.text()
            for _ in 0..<reader.number() { _ = reader.text() }
            let needs = reader.position
            for _ in 0..<reader.number() { _ = reader.number() }
            let nodes = reader.text()
            entries.append(Entry(kind: kind, names: names, needs: needs, nodes: nodes))
            reader.position = nodes.upperBound
        }
        self.entries = entries
    }

    /// Whether this is the name of a scheme or one of its aliases. Case does not matter.
    func isScheme(_ name: some Collection<UInt8>) -> Bool { place(of: name) != nil }

    /// The scheme whose links begin with an address of only this coin; nil if there is none.
    func addressScheme(of coin: String) -> String? {
        entries.contains { $0.kind == 2 && isNamed($0.names, coin.utf8) } ? coin : nil
    }

    /// What a file would contain that described only this scheme, its coins, and what they extend; nil if there is no
    /// such scheme. Case does not matter.
    func tree(forLinksOf scheme: some Collection<UInt8>) -> YAMLTree? {
        guard let place = place(of: scheme) else { return nil }
        var reader = CompiledReader(bytes, at: entries[place].needs)
        var needed = [place]
        for _ in 0..<reader.number() { needed.append(reader.number()) }
        let described = needed.sorted().map { entries[$0] }
        var builder = CompiledTreeBuilder()
        builder.add("version")
        builder.add("1")
        for (section, kinds) in [("coins", 0...0), ("schemes", 1...2)] {
            builder.add(section)
            let index = builder.open(.blockMapping)
            for entry in described where kinds.contains(entry.kind) {
                var reader = CompiledReader(bytes, at: entry.nodes.lowerBound)
                while reader.position < entry.nodes.upperBound { builder.add(&reader) }
            }
            builder.close(index)
        }
        return builder.tree
    }

    private func place(of name: some Collection<UInt8>) -> Int? {
        entries.firstIndex { entry in
            guard entry.kind > 0 else { return false }
            if isNamed(entry.names, name) { return true }
            var reader = CompiledReader(bytes, at: entry.names)
            _ = reader.text()
            for _ in 0..<reader.number() {
                if isNamed(reader.position, name) { return true }
                _ = reader.text()
            }
            return false
        }
    }

    /// Whether the text at `position` is `name`, whose case does not matter.
    private func isNamed(_ position: Int, _ name: some Collection<UInt8>) -> Bool {
        var reader = CompiledReader(bytes, at: position)
        let text = reader.text()
        guard text.count == name.count else { return false }
        return zip(bytes[text], name).allSatisfy { $0 == $1.lowercasedASCII }
    }
}

/// Reads the numbers and texts of compiled descriptors. The program wrote them: what is wrong in them ends it.
private struct CompiledReader {
    let bytes: [UInt8]
    var position: Int

    init(_ bytes: [UInt8], at position: Int) {
        self.bytes = bytes
        self.position = position
    }

    mutating func number() -> Int {
        var (number, shift) = (0, 0)
        while true {
            let byte = bytes[position]
            position += 1
            number |= Int(byte & 0x7F) << shift
            if byte < 0x80 { return number }
            shift += 7
        }
    }

    /// Where the text that begins here stands, after its length.
    mutating func text() -> Range<Int> {
        let count = number()
        defer { position += count }
        return position..<position + count
    }
}

/// Puts the nodes of entries together.
private struct CompiledTreeBuilder {
    private var records: ContiguousArray<YAMLTree.Record> = []
    private var texts: [UInt8] = []

    init() {
        _ = open(.blockMapping)
    }

    /// Adds the key or the value of a section.
    mutating func add(_ text: String) { add(text.utf8, .plainScalar, .start) }

    /// Adds a collection whose nodes come next.
    mutating func open(_ kind: YAMLTree.Kind) -> Int {
        records.append(YAMLTree.Record(kind: kind, mark: .start, start: 0, end: 0))
        return records.count - 1
    }

    mutating func close(_ index: Int) { records[index].end = UInt32(records.count) }

    /// Adds the next node without those inside, which follow it.
    mutating func add(_ reader: inout CompiledReader) {
        let kind = YAMLTree.Kind.allCases[reader.number()]
        let mark = YAMLMark(
            line: UInt32(reader.number()), column: UInt32(reader.number()), length: UInt32(reader.number()))
        if kind.isScalar {
            add(reader.bytes[reader.text()], kind, mark)
        } else {
            let end = UInt32(records.count + 1 + reader.number())
            records.append(YAMLTree.Record(kind: kind, mark: mark, start: 0, end: end))
        }
    }

    private mutating func add(_ text: some Collection<UInt8>, _ kind: YAMLTree.Kind, _ mark: YAMLMark) {
        let start = UInt32(texts.count)
        texts.append(contentsOf: text)
        records.append(YAMLTree.Record(kind: kind, mark: mark, start: start, end: UInt32(texts.count)))
    }

    var tree: YAMLTree {
        var records = records
        records[0].end = UInt32(records.count)
        return YAMLTree(.shipped, layer: 0, records: records, bytes: texts)
    }
}
