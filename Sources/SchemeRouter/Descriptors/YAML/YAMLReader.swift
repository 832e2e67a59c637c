/// Reads the YAML that descriptors and settings are written in: mappings, lists and scalars.
///
/// What makes a text mean something else than it seems to say is refused: anchors, aliases, tags, merge keys,
/// directives, several documents, keys that are no text, and one key twice.
package struct YAMLReader: ~Copyable {
    /// The most bytes that are read.
    package static let maxBytes = 256 * 1024
    /// The most nested collections. The descriptor schema needs 7.
    package static let maxDepth = 16
    /// The most nodes, keys not counted.
    package static let maxNodes = 20_000

    /// What was read.
    package struct Document: Sendable {
        /// The only node of the outermost level; nil where a text has comments at most.
        package let root: YAMLNode?
        /// Keys that stand twice. The first of them counts, so that reading can go on.
        package let duplicates: [YAMLProblem]
    }

    private var events: YAMLEvents
    private var nodes = 0
    private var duplicates: [YAMLProblem] = []

    /// Reads a text. A byte order mark at its beginning must have been taken off.
    package static func read(_ bytes: ArraySlice<UInt8>) throws(YAMLProblem) -> Document {
        guard bytes.count <= maxBytes else {
            throw YAMLProblem(
                code: .tooLarge, mark: .start, message: "the file has more than \(maxBytes) bytes")
        }
        guard !bytes.isEmpty else { return Document(root: nil, duplicates: []) }
        guard !bytes.starts(with: DescriptorFile.byteOrderMark) else {
            throw YAMLProblem(code: .syntax, mark: .start, message: "a second byte order mark stands here")
        }
        return try bytes.withUnsafeBufferPointer { (storage) throws(YAMLProblem) in
            try document(in: storage)
        }
    }

    private static func document(in storage: UnsafeBufferPointer<UInt8>) throws(YAMLProblem) -> Document {
        var reader = YAMLReader(events: YAMLEvents(storage))
        let root = try reader.root()
        return Document(root: root, duplicates: reader.duplicates)
    }

    private init(events: consuming YAMLEvents) {
        self.events = events
    }

    private mutating func root() throws(YAMLProblem) -> YAMLNode? {
        _ = try events.next()
        let start = try events.next()
        guard case .documentStart(let hasDirectives) = start.kind else { return nil }
        guard !hasDirectives else {
            throw YAMLProblem(
                code: .directive, mark: start.mark, message: "directives are not read here", hint: "remove this line")
        }
        let root = try node(from: try events.next(), depth: 0)
        _ = try events.next()
        let end = try events.next()
        guard case .streamEnd = end.kind else {
            throw YAMLProblem(
                code: .severalDocuments, mark: end.mark, message: "a second document begins here",
                hint: "one file holds one document")
        }
        return root
    }

    private mutating func node(from event: YAMLEvents.Event, depth: Int) throws(YAMLProblem) -> YAMLNode {
        nodes += 1
        guard nodes <= Self.maxNodes else {
            throw YAMLProblem(
                code: .tooLarge, mark: event.mark, message: "the file has more than \(Self.maxNodes) values")
        }
        try checkPlain(event)
        switch event.kind {
        case .scalar(let text, let isQuoted):
            return YAMLNode(content: .scalar(text, isQuoted: isQuoted), mark: event.mark)
        case .sequenceStart:
            return YAMLNode(content: .sequence(try items(of: event, depth: depth + 1)), mark: event.mark)
        case .mappingStart(let isFlow):
            return YAMLNode(
                content: .mapping(try entries(of: event, depth: depth + 1), isFlow: isFlow), mark: event.mark)
        default:
            throw YAMLProblem(code: .syntax, mark: event.mark, message: "this is not YAML: a value is missing here")
        }
    }

    /// Refuses what carries a name, a type or another place's value.
    private func checkPlain(_ event: YAMLEvents.Event) throws(YAMLProblem) {
        if case .alias = event.kind {
            throw YAMLProblem(
                code: .alias, mark: event.mark, message: "aliases (*name) are not read here",
                hint: "write the value out")
        }
        guard !event.hasAnchor else {
            throw YAMLProblem(
                code: .anchor, mark: event.mark, message: "anchors (&name) are not read here",
                hint: "write the value out where it is needed")
        }
        guard !event.hasTag else {
            throw YAMLProblem(
                code: .tag, mark: event.mark, message: "tags (!name) are not read here",
                hint: "each field knows its type")
        }
    }

    private func checkDepth(_ depth: Int, at mark: YAMLMark) throws(YAMLProblem) {
        guard depth <= Self.maxDepth else {
            throw YAMLProblem(
                code: .tooDeep, mark: mark, message: "more than \(Self.maxDepth) collections are nested here")
        }
    }

    private mutating func items(of start: YAMLEvents.Event, depth: Int) throws(YAMLProblem) -> [YAMLNode] {
        try checkDepth(depth, at: start.mark)
        var items: [YAMLNode] = []
        while true {
            let event = try events.next()
            if case .sequenceEnd = event.kind { return items }
            items.append(try node(from: event, depth: depth))
        }
    }

    private mutating func entries(of start: YAMLEvents.Event, depth: Int) throws(YAMLProblem) -> [YAMLNode.Entry] {
        try checkDepth(depth, at: start.mark)
        var entries: [YAMLNode.Entry] = []
        entries.reserveCapacity(8)
        var index = KeyIndex()
        while true {
            let event = try events.next()
            if case .mappingEnd = event.kind { return entries }
            let key = try key(from: event)
            let value = try node(from: try events.next(), depth: depth)
            if let first = index.place(of: key, at: event.mark, in: entries) {
                duplicates.append(
                    YAMLProblem(
                        code: .duplicateKey, mark: event.mark,
                        message: "the key \(quoted(key)) stands twice, first at \(first.line):\(first.column)",
                        node: start.mark))
            } else {
                entries.append(YAMLNode.Entry(key: key, mark: event.mark, value: value))
            }
        }
    }

    private func key(from event: YAMLEvents.Event) throws(YAMLProblem) -> String {
        try checkPlain(event)
        guard case .scalar(let text, let isQuoted) = event.kind else {
            throw YAMLProblem(code: .nonScalarKey, mark: event.mark, message: "a key must be text")
        }
        guard isQuoted || text != "<<" else {
            throw YAMLProblem(
                code: .mergeKey, mark: event.mark, message: "merge keys (<<) are not read here",
                hint: "write the keys out")
        }
        return text
    }
}

/// Finds keys that stand twice: by looking through short mappings, by hash in long ones.
private struct KeyIndex {
    private static let shortLength = 32
    private var places: [String: YAMLMark]?

    /// Where `key` stands in `entries`; nil where it is new.
    mutating func place(of key: String, at mark: YAMLMark, in entries: [YAMLNode.Entry]) -> YAMLMark? {
        if entries.count < Self.shortLength {
            return entries.first { $0.key == key }?.mark
        }
        if places == nil {
            places = Dictionary(entries.map { ($0.key, $0.mark) }) { first, _ in first }
        }
        if let first = places?[key] { return first }
        places?[key] = mark
        return nil
    }
}
