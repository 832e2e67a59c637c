/// A node of a YAML text, with its position.
///
/// Scalars stay text: the field that is read, not YAML, decides what `yes`, `0x1F` or `1e3` means.
package struct YAMLNode: Sendable {
    let tree: YAMLTree
    let index: Int

    private var record: YAMLTree.Record { tree.records[index] }

    package var mark: YAMLMark { record.mark }

    /// Its start, with the file.
    var location: SourceLocation { tree.location(mark) }

    var kind: YAMLTree.Kind { record.kind }

    package enum Content: Sendable {
        /// Text, and whether it is quoted or a block.
        case scalar(String, isQuoted: Bool)
        /// A list.
        case sequence([YAMLNode])
        /// Keys with values, in the order of the text; keys are unique. `isFlow` is true for `{ … }`.
        case mapping([Entry], isFlow: Bool)
    }

    package struct Entry: Sendable {
        fileprivate let name: YAMLNode

        package var key: String { name.text }
        package var mark: YAMLMark { name.mark }
        var location: SourceLocation { name.location }
        package var value: YAMLNode { YAMLNode(tree: name.tree, index: name.index + 1) }

        func isNamed(_ text: String) -> Bool { name.isText(text) }
    }

    /// The content of the node, created again on every call.
    package var content: Content {
        switch kind {
        case .plainScalar: .scalar(text, isQuoted: false)
        case .quotedScalar: .scalar(text, isQuoted: true)
        case .sequence: .sequence(Array(items))
        case .blockMapping: .mapping(Array(entries), isFlow: false)
        case .flowMapping: .mapping(Array(entries), isFlow: true)
        }
    }

    /// Whether the value is missing, as in `key:` with nothing after it.
    package var isEmpty: Bool {
        let record = record
        return record.kind == .plainScalar && record.start == record.end
    }

    /// The bytes of a scalar, in UTF-8; empty for a collection.
    var utf8: ArraySlice<UInt8> {
        let record = record
        return record.kind.isScalar ? tree.bytes[record.range] : []
    }

    /// The text of a scalar; empty for a collection.
    var text: String { String(decoding: utf8, as: UTF8.self) }

    /// Whether this is a scalar with exactly this text, in quotes or not.
    func isText(_ text: String) -> Bool {
        let bytes = tree.bytes
        return record.isText(text.utf8.span, in: bytes.span)
    }

    /// A key of a mapping with its value; nil if there is none of this name.
    func entry(_ key: String) -> Entry? {
        tree.key(key, of: index).map { Entry(name: YAMLNode(tree: tree, index: $0)) }
    }

    /// The value at a path of keys; nil if one of them is missing.
    func value(at path: [String]) -> YAMLNode? { path.reduce(self) { node, key in node?.entry(key)?.value } }

    /// Whether `other` is this node or inside it.
    func holds(_ other: YAMLNode) -> Bool {
        tree === other.tree && (index..<record.next(after: index)).contains(other.index)
    }

    /// The items of a list; empty for other nodes.
    var items: Nodes { Nodes(tree: tree, position: index + 1, end: kind == .sequence ? Int(record.end) : 0) }

    /// The keys and values of a mapping; empty for other nodes.
    var entries: Entries {
        Entries(nodes: Nodes(tree: tree, position: index + 1, end: kind.isMapping ? Int(record.end) : 0))
    }

    /// Iterates over sibling nodes: the items of a list, or the keys and values of a mapping.
    struct Nodes: Sequence, IteratorProtocol {
        fileprivate let tree: YAMLTree
        fileprivate var position: Int
        fileprivate let end: Int

        mutating func next() -> YAMLNode? {
            guard position < end else { return nil }
            defer { position = tree.records[position].next(after: position) }
            return YAMLNode(tree: tree, index: position)
        }
    }

    struct Entries: Sequence, IteratorProtocol {
        fileprivate var nodes: Nodes

        mutating func next() -> Entry? {
            guard let name = nodes.next(), nodes.next() != nil else { return nil }
            return Entry(name: name)
        }
    }
}
