extension DescriptorReader {
    /// How many descriptions may start from one another in a row. More is not reviewable.
    private static let maxChain = 8

    /// What the description of a coin or scheme starts from.
    enum Parent {
        /// It says everything itself.
        case none
        /// The one of this name, which is known but perhaps not read yet.
        case named(String)
        /// It cannot; the reason is noted.
        case wrong
    }

    /// What `extends` says.
    mutating func parent(
        of entry: YAMLNode.Entry, as kind: Catalogue.Kind, in catalogue: Catalogue, chain: [String]
    ) -> Parent {
        guard let node = entry.value.entry("extends")?.value else { return .none }
        guard let name = document.text(node) else { return .wrong }
        let what = kind == .coin ? "coin" : "scheme"
        guard let claim = catalogue[kind, name] else {
            if !catalogue.isPartial {
                document.note(
                    .unknownName, at: node.mark, in: node, "unknown \(what) \(quoted(name))", name: name,
                    candidates: catalogue.names(kind).filter { $0 != entry.key })
            }
            return .wrong
        }
        guard claim.owner == name else {
            document.note(
                .unknownName, at: node.mark, in: node, "'\(name)' is another name of '\(claim.owner)'",
                hint: "write 'extends: \(claim.owner)'")
            return .wrong
        }
        // A description can start from the one whose place it takes.
        let isOwnPredecessor = name == entry.key && claim.layer != layer
        guard claim.state != .reading || isOwnPredecessor else {
            let loop = chain.drop { $0 != name } + [entry.key, name]
            document.note(
                .cycle, at: node.mark, in: node, "these extend each other: \(loop.joined(separator: " → "))",
                hint: "one of them must say everything itself")
            return .wrong
        }
        guard chain.count < Self.maxChain else {
            document.note(
                .tooDeep, at: node.mark, in: node, "more than \(Self.maxChain) \(what)s extend one another here")
            return .wrong
        }
        return .named(name)
    }

    /// Whether a later file says nothing of a coin or scheme but what may tighten it. A key that nobody knows does not
    /// decide; it is a mistake either way.
    static func tightens(_ node: YAMLNode, _ amendmentKeys: [String], of kind: Catalogue.Kind) -> Bool {
        let keys = kind == .coin ? DescriptorKeys.coin : DescriptorKeys.scheme
        return node.entries.allSatisfy { entry in
            amendmentKeys.contains { entry.isNamed($0) } || !keys.contains { entry.isNamed($0) }
        }
    }
}
