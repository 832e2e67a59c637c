/// The fields of a mapping whose keys were checked, layered on those that it overrides.
///
/// A later file that tightens a description overrides it, and a description overrides the one that it extends. Nothing
/// is copied: every value is a node of its own file and keeps its position there.
package final class Fields: Sendable {
    package let node: YAMLNode
    /// Where a missing key is reported: at the key of the mapping.
    package let owner: YAMLMark
    /// The keys it can have; nil for a mapping outside descriptors.
    let section: DescriptorSection?
    /// Whether it only tightens what it overrides, without a description of its own.
    let isAmendment: Bool
    /// What it overrides; nil for an independent mapping.
    let below: Fields?

    init(
        _ node: YAMLNode, owner: YAMLMark, section: DescriptorSection?, isAmendment: Bool = false,
        above below: Fields? = nil
    ) {
        self.node = node
        self.owner = owner
        self.section = section
        self.isAmendment = isAmendment
        self.below = below
    }

    /// The effective value of a key.
    package subscript(key: String) -> YAMLNode? { entry(key)?.value }

    /// A key with its effective value; nil if it is absent.
    package func entry(_ key: String) -> YAMLNode.Entry? {
        if let entry = node.entry(key) { return entry }
        guard let below else { return nil }
        guard isAmendment || table[key].isInherited else { return nil }
        return below.entry(key)
    }

    /// A key set by the description itself, or by what makes it stricter.
    func own(_ key: String) -> YAMLNode.Entry? { node.entry(key) ?? (isAmendment ? below?.own(key) : nil) }

    /// The description without the layers that make it stricter.
    var description: Fields { isAmendment ? below?.description ?? self : self }

    /// The number of layers below.
    var depth: Int { below.map { $0.depth + 1 } ?? 0 }

    /// The description that all others are based on.
    var root: Fields { below?.root ?? self }

    /// Whether any layer sets the key.
    func says(_ key: String) -> Bool { node.entry(key) != nil || below?.says(key) == true }

    /// A copy without the layers below the first description whose value of `key` differs from the one that it extends:
    /// amounts and permissions for the other value do not apply here.
    func untilOther(_ key: String) -> Fields {
        guard let below else { return self }
        let rest = isAmendment || isEqual(key, below) ? below.untilOther(key) : nil
        return rest === below
            ? self : Fields(node, owner: owner, section: section, isAmendment: isAmendment, above: rest)
    }

    private func isEqual(_ key: String, _ other: Fields) -> Bool {
        let standard = table[key].standard
        return (self[key]?.text ?? standard) == (other[key]?.text ?? standard)
    }

    /// The position of the effective value of a nested key; nil if it is not set.
    func place(of path: [String]) -> SourceLocation? {
        node.value(at: path)?.location ?? below?.place(of: path)
    }

    var table: DescriptorSection {
        guard let section else { preconditionFailure("these fields are not descriptor's") }
        return section
    }
}

extension DocumentReader {
    /// The fields of a mapping; nil if `node` is not a mapping. Keys that are not `known` are noted.
    package mutating func fields(of node: YAMLNode, owner: YAMLMark, known: [String]) -> Fields? {
        checkKeys(of: node, known: known) ? Fields(node, owner: owner, section: nil) : nil
    }

    /// The fields of a mapping of a descriptor; nil if `node` is not a mapping. Keys that its section does not have are
    /// noted.
    mutating func fields(of node: YAMLNode, owner: YAMLMark, in section: DescriptorSection) -> Fields? {
        checkKeys(of: node, known: section.names) ? Fields(node, owner: owner, section: section) : nil
    }

    /// Notes keys of a mapping that are not `known`. Returns false if `node` is not a mapping.
    mutating func checkKeys(of node: YAMLNode, known: [String]) -> Bool {
        guard isMapping(node) else { return false }
        for entry in node.entries where !known.contains(where: entry.isNamed) {
            note(
                .unknownKey, at: entry.mark, in: node, "unknown key \(quoted(entry.key))", name: entry.key,
                candidates: known)
        }
        return true
    }

    /// A required field, read by `read`. Notes if it is missing.
    package mutating func required<Value>(
        _ key: String, in fields: Fields, _ read: (inout DocumentReader, YAMLNode) -> Value?
    ) -> Value? {
        guard let node = fields[key] else {
            noteMissing(key, in: fields)
            return nil
        }
        return read(&self, node)
    }

    mutating func noteMissing(_ key: String, in fields: Fields, hint: String? = nil) {
        note(
            .missingKey, at: fields.owner, in: fields.node, "the key “\(key)” is missing",
            hint: hint ?? "add “\(key): …”")
    }

    /// An optional field, read by `read`; nil if it is absent.
    package mutating func optional<Value>(
        _ key: String, in fields: Fields, _ read: (inout DocumentReader, YAMLNode) -> Value?
    ) -> Value? {
        fields[key].flatMap { read(&self, $0) }
    }

    /// The keys and values of a mapping whose keys are names. Notes if `node` is not a mapping.
    package mutating func entries(of node: YAMLNode) -> [YAMLNode.Entry]? {
        isMapping(node) ? Array(node.entries) : nil
    }

    /// Whether `node` is a mapping whose keys are names; if not, that is noted.
    mutating func isMapping(_ node: YAMLNode) -> Bool {
        if node.kind.isMapping { return true }
        noteType("a mapping (key: value)", of: node)
        return false
    }

    /// The text of a scalar for a hint that repeats all of it; nil if it could be a secret, or is too long to be repeated.
    static func repeatable(_ node: YAMLNode) -> String? {
        guard node.kind.isScalar, !node.isEmpty, node.utf8.count <= 60 else { return nil }
        return KeyMaterial.hidden(in: node.text) == node.text ? node.text : nil
    }

    /// The items of a list. Notes if `node` is not a list.
    package mutating func items(of node: YAMLNode) -> [YAMLNode]? { isList(node) ? Array(node.items) : nil }

    /// Whether `node` is a list; if not, that is noted.
    mutating func isList(_ node: YAMLNode) -> Bool {
        if node.kind == .sequence { return true }
        noteType("a list", of: node, hint: Self.repeatable(node).map { "write [\($0)]" })
        return false
    }
}
