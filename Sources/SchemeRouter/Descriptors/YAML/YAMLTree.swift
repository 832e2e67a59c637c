/// The contents of a YAML text: all its nodes in the order of the text, and the bytes of its scalars.
///
/// Two arrays of plain numbers, however many nodes there are; a string is created only when needed.
package final class YAMLTree: Sendable {
    /// One node. A key directly precedes its value.
    struct Record: Sendable {
        let kind: Kind
        let mark: YAMLMark
        /// For a scalar, the offset of its first byte among the bytes of the tree.
        let start: UInt32
        /// For a scalar, the end of its bytes; for a collection, the index of the first node after it.
        var end: UInt32

        /// The index of the first node after the node `index` and everything in it.
        func next(after index: Int) -> Int { kind.isScalar ? index + 1 : Int(end) }

        /// The bytes of a scalar among those of its tree.
        var range: Range<Int> { Int(start)..<Int(end) }

        /// Whether it is a scalar with this text. `bytes` are those of its tree.
        func isText(_ text: Span<UInt8>, in bytes: Span<UInt8>) -> Bool {
            // Most texts already differ in length.
            guard kind.isScalar, Int(end) - Int(start) == text.count else { return false }
            for offset in text.indices where bytes[Int(start) + offset] != text[offset] { return false }
            return true
        }
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
    /// The number of the file among those that are read together.
    let layer: Int
    let records: ContiguousArray<Record>
    let bytes: [UInt8]

    init(_ file: DescriptorFile, layer: Int, records: ContiguousArray<Record>, bytes: [UInt8]) {
        self.file = file
        self.layer = layer
        self.records = records
        self.bytes = bytes
    }

    /// The tree of a text without nodes.
    convenience init(empty file: DescriptorFile, layer: Int) {
        self.init(
            file, layer: layer, records: [Record(kind: .blockMapping, mark: .start, start: 0, end: 1)], bytes: [])
    }

    package var root: YAMLNode { YAMLNode(tree: self, index: 0) }

    func location(_ mark: YAMLMark) -> SourceLocation {
        SourceLocation(file: file.name, line: Int(mark.line), column: Int(mark.column))
    }

    /// The node of the key `name` of the mapping `mapping`; nil if there is none of this name.
    func key(_ name: String, of mapping: Int) -> Int? {
        let (records, bytes) = (records, bytes)
        let (text, name) = (bytes.span, name.utf8.span)
        guard records[mapping].kind.isMapping else { return nil }
        let end = Int(records[mapping].end)
        var index = mapping + 1
        while index < end {
            if records[index].isText(name, in: text) { return index }
            index = records[index + 1].next(after: index + 1)
        }
        return nil
    }
}
