/// Which names a file may use: of what it extends, of what it replaces, and for itself.
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

    mutating func parent(of entry: YAMLNode.Entry, as kind: Catalogue.Kind, chain: [String]) -> Parent {
        guard let node = entry.value.entry("extends")?.value else { return .none }
        guard let name = document.text(node) else { return .wrong }
        guard let claim = catalogue[kind, name] else {
            if !catalogue.isPartial {
                document.note(
                    .unknownName, in: node, "unknown \(kind.title) \(quoted(name))", name: name,
                    candidates: catalogue.names(kind).filter { $0 != entry.key })
            }
            return .wrong
        }
        guard claim.owner == name else {
            document.note(
                .unknownName, in: node, "'\(name)' is another name of '\(claim.owner)'",
                hint: "write 'extends: \(claim.owner)'")
            return .wrong
        }
        // A description can start from the one whose place it takes.
        let isOwnPredecessor = name == entry.key && claim.layer != node.tree.layer
        guard claim.state != .reading || isOwnPredecessor else {
            let loop = chain.drop { $0 != name } + [entry.key, name]
            document.note(
                .cycle, in: node, "these extend each other in a circle: \(loop.joined(separator: " → "))",
                hint: "one of them must not use 'extends'")
            return .wrong
        }
        guard chain.count < Self.maxChain else {
            document.note(.tooDeep, in: node, "more than \(Self.maxChain) \(kind.title)s extend one another here")
            return .wrong
        }
        return .named(name)
    }

    /// The scheme of an earlier file that the description `entry` replaces. Nil where it may not; the reason is
    /// noted. It must name the digest of what it replaces, so that nobody replaces what they have not seen.
    mutating func replaced(
        by entry: YAMLNode.Entry, in section: YAMLNode, as kind: Catalogue.Kind, claim: Claim
    ) -> SchemeDescriptor? {
        guard kind == .scheme else {
            document.note(
                .duplicateName, at: entry.mark, in: section,
                "the coin '\(entry.key)' is already described at \(claim.place)",
                hint: "a later file may only lower 'max-money' and 'fee-per-kb' or raise 'coinbase-maturity'; "
                    + "give a different coin another name")
            return nil
        }
        guard claim.owner == entry.key else {
            document.note(
                .duplicateName, at: entry.mark, in: section,
                "'\(entry.key)' is already another name of '\(claim.owner)', at \(claim.place)")
            return nil
        }
        // Without a descriptor there are mistakes in it, and they come first.
        guard let scheme = catalogue.scheme(entry.key) else { return nil }
        guard let node = entry.value.entry("replaces")?.value else {
            document.note(
                .duplicateName, at: entry.mark, in: section,
                "the scheme '\(entry.key)' is already described at \(claim.place)",
                hint:
                    "to replace it, write 'replaces: \(scheme.digest)'; to tighten it, write only 'enabled' and 'actions'"
            )
            return nil
        }
        guard let digest = document.text(node) else { return nil }
        guard SchemeDescriptor.isDigest(digest) else {
            document.note(
                .invalidValue, in: node, "\(quoted(digest)) is not a digest",
                hint: "the scheme at \(claim.place) has \(scheme.digest)")
            return nil
        }
        guard digest == scheme.digest else {
            document.note(
                .staleDigest, in: node,
                "'\(entry.key)' at \(claim.place) is not the description that this one was written to replace",
                hint: "compare them, then write \(scheme.digest)")
            return nil
        }
        return scheme
    }

    /// The name of `replaced` is this file's from now on.
    mutating func take(_ entry: YAMLNode.Entry, from replaced: SchemeDescriptor) {
        catalogue.releaseAliases(of: replaced)
        catalogue.change(.scheme, entry.key) { ($0.layer, $0.place) = (entry.value.tree.layer, entry.location) }
    }

    /// Takes an alias. False where it cannot be had; the reason is noted.
    mutating func claimAlias(_ name: String, of scheme: String, at item: YAMLNode) -> Bool {
        guard isScheme(name, at: item.mark, in: item) else { return false }
        if let first = catalogue[.scheme, name] {
            let description = first.owner == name ? "described" : "another name of '\(first.owner)'"
            document.note(.duplicateName, in: item, "the scheme '\(name)' is already \(description), at \(first.place)")
            return false
        }
        catalogue.set(Claim(owner: scheme, layer: item.tree.layer, place: item.location), .scheme, name)
        return true
    }

    /// Whether a descriptor may describe a scheme of this name. Notes where it may not.
    mutating func isScheme(_ name: String, at mark: YAMLMark, in node: YAMLNode) -> Bool {
        guard SchemeName.isValid(name) else {
            document.note(
                .invalidValue, at: mark, in: node, "\(quoted(name)) is not a scheme",
                hint: "a scheme is at most \(SchemeName.maxLength) lower-case letters, digits, '+', '-' and '.', "
                    + "and begins with a letter",
                name: name, candidates: [DocumentReader.respelt(name)].filter(SchemeName.isValid))
            return false
        }
        guard !ForbiddenSchemes.cannotBeRead(name) else {
            document.note(
                .forbiddenScheme, at: mark, in: node, "'\(name)' can never be a wallet's scheme",
                hint: "desktop programs and the web use it; choose another name")
            return false
        }
        return true
    }
}
