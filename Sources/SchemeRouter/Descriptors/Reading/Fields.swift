/// The fields of a mapping whose keys were checked.
package struct Fields {
    /// The mapping.
    package let node: YAMLNode
    /// Where to say that a key is missing: at the key the mapping belongs to.
    package let owner: YAMLMark
    private let entries: [YAMLNode.Entry]

    init(node: YAMLNode, owner: YAMLMark, entries: [YAMLNode.Entry]) {
        self.node = node
        self.owner = owner
        self.entries = entries
    }

    /// The value of a key; nil where it is not there.
    package subscript(key: String) -> YAMLNode? {
        entry(key)?.value
    }

    /// A key with its value; nil where it is not there.
    package func entry(_ key: String) -> YAMLNode.Entry? {
        entries.first { $0.key == key }
    }
}

extension DocumentReader {
    /// The fields of a mapping. Notes keys that are not `known`; nil where `node` is no mapping.
    package mutating func fields(of node: YAMLNode, owner: YAMLMark, known: [String]) -> Fields? {
        guard let entries = entries(of: node) else { return nil }
        for entry in entries where !known.contains(entry.key) {
            note(
                .unknownKey, at: entry.mark, in: node, "unknown key \(quoted(entry.key))", name: entry.key,
                candidates: known)
        }
        return Fields(node: node, owner: owner, entries: entries)
    }

    /// A field that must be there, as `read` reads it. Notes where it is missing.
    package mutating func required<Value>(
        _ key: String, in fields: Fields, _ read: (inout DocumentReader, YAMLNode) -> Value?
    ) -> Value? {
        guard let node = fields[key] else {
            note(.missingKey, at: fields.owner, in: fields.node, "the key '\(key)' is missing")
            return nil
        }
        return read(&self, node)
    }

    /// A field that may be left out, as `read` reads it; nil where it is.
    package mutating func optional<Value>(
        _ key: String, in fields: Fields, _ read: (inout DocumentReader, YAMLNode) -> Value?
    ) -> Value? {
        guard let node = fields[key] else { return nil }
        return read(&self, node)
    }

    /// The fields of a mapping that must be there. Notes where it is missing.
    package mutating func nested(_ key: String, in fields: Fields, known: [String]) -> Fields? {
        let owner = fields.entry(key)?.mark ?? fields.owner
        return required(key, in: fields) { $0.fields(of: $1, owner: owner, known: known) }
    }

    /// The keys and values of a mapping whose keys are names. Notes where `node` is none.
    package mutating func entries(of node: YAMLNode) -> [YAMLNode.Entry]? {
        guard case .mapping(let entries, _) = node.content else {
            noteType("a mapping (key: value)", of: node)
            return nil
        }
        return entries
    }

    /// The items of a list. Notes where `node` is none.
    package mutating func items(of node: YAMLNode) -> [YAMLNode]? {
        guard case .sequence(let items) = node.content else {
            noteType("a list", of: node)
            return nil
        }
        return items
    }
}
