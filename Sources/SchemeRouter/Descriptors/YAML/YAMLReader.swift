/// Reads the YAML subset of descriptors and settings: mappings, lists and scalars.
///
/// Rejects everything that can change the apparent meaning of a text: anchors, aliases, tags, merge keys, directives,
/// several documents, keys that are not text, and duplicate keys.
package struct YAMLReader: ~Copyable {
    package static let maxBytes = 256 * 1024
    /// The deepest nesting of collections. The descriptor schema needs 7.
    package static let maxDepth = 16
    /// The most nodes, not counting keys.
    package static let maxNodes = 20_000

    package struct Document: Sendable {
        /// The nodes. A text without nodes is read as an empty mapping.
        package let tree: YAMLTree
        /// Duplicate keys. The first one counts, so that reading can continue.
        package let duplicates: [YAMLProblem]
    }

    private var events: YAMLEvents
    private var records: ContiguousArray<YAMLTree.Record> = []
    private var bytes: [UInt8] = []
    private var nodes = 0
    private var duplicates: [YAMLProblem] = []

    /// Reads a file. `layer` is its number among the files that are read together.
    package static func read(_ file: DescriptorFile, layer: Int = 0) throws(YAMLProblem) -> Document {
        let bytes = file.text
        guard bytes.count <= maxBytes else {
            throw YAMLProblem(
                code: .tooLarge, mark: .start, message: "the file has more than \(maxBytes) bytes")
        }
        guard !bytes.isEmpty else { return Document(tree: YAMLTree(empty: file, layer: layer), duplicates: []) }
        guard !bytes.starts(with: DescriptorFile.byteOrderMark) else {
            throw YAMLProblem(code: .syntax, mark: .start, message: "the file has a second byte order mark")
        }
        var reader = YAMLReader(events: YAMLEvents(bytes))
        // Scalars are hardly ever longer than their text in the file; one node per eight bytes is an estimate. The
        // arrays can still grow.
        reader.bytes.reserveCapacity(bytes.count)
        reader.records.reserveCapacity(bytes.count / 8)
        guard try reader.readRoot() else { return Document(tree: YAMLTree(empty: file, layer: layer), duplicates: []) }
        return Document(
            tree: YAMLTree(file, layer: layer, records: reader.records, bytes: reader.bytes),
            duplicates: reader.duplicates)
    }

    private init(events: consuming YAMLEvents) {
        self.events = events
    }

    /// Returns false if there is no node.
    private mutating func readRoot() throws(YAMLProblem) -> Bool {
        try events.advance()
        try events.advance()
        guard case .documentStart(let hasDirectives) = events.kind else { return false }
        guard !hasDirectives else {
            throw problem(.directive, "directives are not supported", hint: "remove this line")
        }
        try events.advance()
        try readNode(depth: 0)
        try events.advance()
        try events.advance()
        guard case .streamEnd = events.kind else {
            throw problem(.severalDocuments, "a second document begins here", hint: "one file holds one document")
        }
        return true
    }

    /// Reads a node from its first event, where the parser is, to its last.
    private mutating func readNode(depth: Int) throws(YAMLProblem) {
        nodes += 1
        guard nodes <= Self.maxNodes else {
            throw problem(.tooLarge, "the file has more than \(Self.maxNodes) values")
        }
        switch events.kind {
        case .scalar(let isQuoted):
            try readScalar(isQuoted: isQuoted)
        case .sequenceStart:
            let index = try open(.sequence, depth: depth + 1)
            try readItems(depth: depth + 1)
            records[index].end = UInt32(records.count)
        case .mappingStart(let isFlow):
            let index = try open(isFlow ? .flowMapping : .blockMapping, depth: depth + 1)
            try readEntries(of: index, depth: depth + 1)
            records[index].end = UInt32(records.count)
        default:
            try checkPlain()
            throw problem(.syntax, "this is not YAML: a value is missing here")
        }
    }

    private mutating func readScalar(isQuoted: Bool) throws(YAMLProblem) {
        try checkPlain()
        let start = bytes.count
        events.appendScalar(to: &bytes)
        records.append(
            YAMLTree.Record(
                kind: isQuoted ? .quotedScalar : .plainScalar, mark: events.mark, start: UInt32(start),
                end: UInt32(bytes.count)))
    }

    /// Begins a collection whose end is not yet known.
    private mutating func open(_ kind: YAMLTree.Kind, depth: Int) throws(YAMLProblem) -> Int {
        try checkPlain()
        guard depth <= Self.maxDepth else {
            throw problem(.tooDeep, "collections are nested more than \(Self.maxDepth) deep")
        }
        records.append(YAMLTree.Record(kind: kind, mark: events.mark, start: 0, end: 0))
        return records.count - 1
    }

    private mutating func readItems(depth: Int) throws(YAMLProblem) {
        while true {
            try events.advance()
            if case .sequenceEnd = events.kind { return }
            try readNode(depth: depth)
        }
    }

    private mutating func readEntries(of mapping: Int, depth: Int) throws(YAMLProblem) {
        var keys = KeyIndex(mapping: mapping)
        while true {
            try events.advance()
            if case .mappingEnd = events.kind { return }
            let key = records.count
            try readKey()
            try events.advance()
            try readNode(depth: depth)
            guard let first = keys.insert(key, of: records, bytes) else { continue }
            noteDuplicate(key, of: first, in: mapping)
            records.removeLast(records.count - key)
        }
    }

    private mutating func readKey() throws(YAMLProblem) {
        guard case .scalar(let isQuoted) = events.kind else {
            try checkPlain()
            throw problem(.nonScalarKey, "a key must be text")
        }
        try readScalar(isQuoted: isQuoted)
        guard isQuoted || !bytes[records[records.count - 1].range].elementsEqual("<<".utf8) else {
            throw problem(.mergeKey, "merge keys (<<) are not supported", hint: "write all the keys here")
        }
    }

    private mutating func noteDuplicate(_ key: Int, of first: Int, in mapping: Int) {
        let (key, place) = (records[key], records[first].mark)
        let text = String(decoding: bytes[key.range], as: UTF8.self)
        duplicates.append(
            YAMLProblem(
                code: .duplicateKey, mark: key.mark,
                message: "the key \(quoted(text)) is repeated; it first appears at \(place.line):\(place.column)",
                hint: "remove one of them",
                node: records[mapping].mark))
    }

    private func problem(_ code: DescriptorDiagnostic.Code, _ message: String, hint: String? = nil) -> YAMLProblem {
        YAMLProblem(code: code, mark: events.mark, message: message, hint: hint)
    }

    /// Rejects anchors, tags and aliases.
    private func checkPlain() throws(YAMLProblem) {
        if case .alias = events.kind {
            throw problem(.alias, "aliases (*name) are not supported", hint: "write the value out")
        }
        guard !events.hasAnchor else {
            throw problem(.anchor, "anchors (&name) are not supported", hint: "write the value wherever it is needed")
        }
        guard !events.hasTag else {
            throw problem(.tag, "tags (!name) are not supported", hint: "each field knows its type")
        }
    }
}
