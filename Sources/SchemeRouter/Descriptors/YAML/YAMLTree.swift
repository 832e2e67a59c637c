/// What a YAML text says: all its nodes in the order of the text, and the bytes of its scalars.
///
/// Two arrays of plain numbers, however many nodes there are. A tree of values with a string in every leaf took most of
/// the time of a start; here a string is created when it is needed.
package final class YAMLTree: Sendable {
    /// One node. A key comes right before its value.
    struct Record: Sendable {
        let kind: Kind
        let mark: YAMLMark
        /// Of a scalar, its first byte among those of the tree.
        let start: UInt32
        /// For a scalar, the end of its bytes; for a collection, the number of the first node after it.
        var end: UInt32

        /// The number of the first node after the node `index` and everything in it.
        func next(after index: Int) -> Int { kind.isScalar ? index + 1 : Int(end) }

        /// The bytes of a scalar among those of its tree.
        var range: Range<Int> { Int(start)..<Int(end) }
    }

    enum Kind: Sendable {
        case plainScalar
        case quotedScalar
        case sequence
        case blockMapping
        case flowMapping

        var isScalar: Bool { self == .plainScalar || self == .quotedScalar }
        var isMapping: Bool { self == .blockMapping || self == .flowMapping }
    }

    let file: DescriptorFile
    /// The number of that file among those that are read together.
    let layer: Int
    let records: ContiguousArray<Record>
    let bytes: [UInt8]

    init(_ file: DescriptorFile, layer: Int, records: ContiguousArray<Record>, bytes: [UInt8]) {
        self.file = file
        self.layer = layer
        self.records = records
        self.bytes = bytes
    }

    /// What a text without any node says.
    convenience init(empty file: DescriptorFile, layer: Int) {
        self.init(
            file, layer: layer, records: [Record(kind: .blockMapping, mark: .start, start: 0, end: 1)], bytes: [])
    }

    package var root: YAMLNode { YAMLNode(tree: self, index: 0) }

    func location(_ mark: YAMLMark) -> SourceLocation {
        SourceLocation(file: file.name, line: Int(mark.line), column: Int(mark.column))
    }

    /// The node that is the key `name` of the mapping `mapping`; nil where it has none of this name.
    func key(_ name: String, of mapping: Int) -> Int? {
        guard records[mapping].kind.isMapping else { return nil }
        let end = Int(records[mapping].end)
        var index = mapping + 1
        while index < end {
            if isEqual(records[index], name.utf8.span) { return index }
            index = records[index + 1].next(after: index + 1)
        }
        return nil
    }

    func isEqual(_ scalar: Record, _ text: Span<UInt8>) -> Bool {
        // Nearly all names differ in their length already.
        guard scalar.range.count == text.count else { return false }
        for offset in 0..<text.count where bytes[scalar.range.lowerBound + offset] != text[offset] { return false }
        return true
    }
}
