/// The fields of a mapping whose keys were checked.
package struct Fields {
    /// The mapping.
    package let node: YAMLNode
    /// Where to say that a key is missing: at the key the mapping belongs to.
    package let owner: YAMLMark

    /// The value of a key; nil where it is not there.
    package subscript(key: String) -> YAMLNode? {
        entry(key)?.value
    }

    /// A key with its value; nil where it is not there.
    package func entry(_ key: String) -> YAMLNode.Entry? {
        node.entry(key)
    }
}

extension DocumentReader {
    /// The fields of a mapping. Notes keys that are not `known`; nil where `node` is no mapping.
    package mutating func fields(of node: YAMLNode, owner: YAMLMark, known: [String]) -> Fields? {
        guard isMapping(node) else { return nil }
        // Most files keep the order of the schema: the guess for the next key is nearly always right.
        var guess = 0
        for entry in node.entries {
            if let position = Self.position(of: entry, in: known, from: guess) {
                guess = position + 1
                continue
            }
            note(
                .unknownKey, at: entry.mark, in: node, "unknown key \(quoted(entry.key))", name: entry.key,
                candidates: known)
        }
        return Fields(node: node, owner: owner)
    }

    private static func position(of entry: YAMLNode.Entry, in known: [String], from guess: Int) -> Int? {
        for position in guess..<known.count where entry.isNamed(known[position]) { return position }
        for position in 0..<guess where entry.isNamed(known[position]) { return position }
        return nil
    }

    /// A field that must be there, as `read` reads it. Notes where it is missing.
    package mutating func required<Value>(
        _ key: String, in fields: Fields, _ read: (inout DocumentReader, YAMLNode) -> Value?
    ) -> Value? {
        guard let node = fields[key] else {
            note(
                .missingKey, at: fields.owner, in: fields.node, "the key '\(key)' is missing",
                hint: "add '\(key): …'")
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
        isMapping(node) ? Array(node.entries) : nil
    }

    /// Whether `node` is a mapping, whose keys are names. Notes where it is none.
    mutating func isMapping(_ node: YAMLNode) -> Bool {
        if node.kind.isMapping { return true }
        noteType("a mapping (key: value)", of: node)
        return false
    }

    /// The items of a list. Notes where `node` is none.
    package mutating func items(of node: YAMLNode) -> [YAMLNode]? {
        isList(node) ? Array(node.items) : nil
    }

    /// Whether `node` is a list. Notes where it is none.
    mutating func isList(_ node: YAMLNode) -> Bool {
        if node.kind == .sequence { return true }
        noteType("a list", of: node, hint: node.kind.isScalar && !node.isEmpty ? "write [\(node.text)]" : nil)
        return false
    }
}

extension DescriptorReader {
    /// A field as it is written, or else `value`. Notes where there is neither.
    mutating func field<Value>(
        _ key: String, in fields: Fields, or value: Value?, _ read: (inout DocumentReader, YAMLNode) -> Value?
    ) -> Value? {
        if let value, fields[key] == nil { return value }
        return document.required(key, in: fields, read)
    }

    /// A field as it is written, or else `value`, which may be nothing.
    mutating func field<Value>(
        _ key: String, in fields: Fields, orNone value: Value?, _ read: (inout DocumentReader, YAMLNode) -> Value?
    ) -> Value? {
        fields[key] == nil ? value : document.optional(key, in: fields, read)
    }
}
