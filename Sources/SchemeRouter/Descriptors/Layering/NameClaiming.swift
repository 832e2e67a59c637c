/// Which names a file may extend, replace, and claim for itself.
extension DescriptorReader {
    /// The longest chain of descriptions that extend one another. A longer one is not reviewable.
    private static let maxChain = 8

    /// The description that a coin or scheme extends.
    enum Parent {
        case none
        /// The one of this name, which is known but may not have been read yet.
        case named(String, Claim.State)
        /// An invalid one; the mistake is noted.
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
                .unknownName, in: node, "\(quoted(name)) is another name of \(quoted(claim.owner))",
                hint: "write “extends: \(KeyMaterial.hidden(inSetting: claim.owner))”")
            return .wrong
        }
        // A description can extend the one that it replaces.
        let isOwnPredecessor = name == entry.key && claim.layer != node.tree.layer
        guard claim.state != .reading || isOwnPredecessor else {
            let loop = (chain.drop { $0 != name } + [entry.key, name]).map(KeyMaterial.hidden(inSetting:))
            document.note(
                .cycle, in: node, "these extend each other in a circle: \(loop.joined(separator: " → "))",
                hint: "one of them must not use “extends”")
            return .wrong
        }
        guard chain.count < Self.maxChain else {
            document.note(.tooDeep, in: node, "more than \(Self.maxChain) \(kind.title)s extend one another here")
            return .wrong
        }
        return .named(name, claim.state)
    }

    /// The scheme of an earlier file that the description `entry` replaces; nil if it may not replace it, which is
    /// noted. It must name the digest of what it replaces, so that nobody replaces a description they have not seen.
    mutating func replaced(
        by entry: YAMLNode.Entry, in section: YAMLNode, as kind: Catalogue.Kind, claim: Claim
    ) -> SchemeDescriptor? {
        guard kind == .scheme else {
            document.note(
                .duplicateName, at: entry.mark, in: section,
                "the coin \(quoted(entry.key)) is already described at \(claim.place)",
                hint: "a later file may only lower “max-money” and “fee-per-kb” or raise “coinbase-maturity”; "
                    + "give a different coin another name")
            return nil
        }
        guard claim.owner == entry.key else {
            document.note(
                .duplicateName, at: entry.mark, in: section,
                "\(quoted(entry.key)) is already another name of \(quoted(claim.owner)), at \(claim.place)")
            return nil
        }
        // If it has no descriptor, it has mistakes, which are reported first.
        guard let scheme = catalogue.scheme(entry.key) else { return nil }
        guard let node = entry.value.entry("replaces")?.value else {
            document.note(
                .duplicateName, at: entry.mark, in: section,
                "the scheme \(quoted(entry.key)) is already described at \(claim.place)",
                hint:
                    "to replace it, write “replaces: \(scheme.digest)”; to tighten it, write only “enabled” and “actions”"
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
                "\(quoted(entry.key)) at \(claim.place) is not the description that this one was written to replace",
                hint: "compare them, then write \(scheme.digest)")
            return nil
        }
        return scheme
    }

    /// Transfers the name of `replaced` to this file.
    mutating func take(_ entry: YAMLNode.Entry, from replaced: SchemeDescriptor) {
        catalogue.releaseAliases(of: replaced)
        catalogue[.scheme, entry.key]?.layer = entry.value.tree.layer
        catalogue[.scheme, entry.key]?.place = entry.location
    }

    /// Claims an alias. Returns false if it is not available, which is noted.
    mutating func claimAlias(_ name: String, of scheme: String, at item: YAMLNode) -> Bool {
        guard isScheme(name, at: item.mark, in: item) else { return false }
        if let first = catalogue[.scheme, name] {
            let description = first.owner == name ? "described" : "another name of \(quoted(first.owner))"
            document.note(
                .duplicateName, in: item, "the scheme \(quoted(name)) is already \(description), at \(first.place)")
            return false
        }
        catalogue[.scheme, name] = Claim(owner: scheme, layer: item.tree.layer, place: item.location)
        return true
    }

    /// Whether a descriptor may describe a scheme of this name; if not, that is noted.
    mutating func isScheme(_ name: String, at mark: YAMLMark, in node: YAMLNode) -> Bool {
        guard SchemeName.isValid(name) else {
            document.note(
                .invalidValue, at: mark, in: node, "\(quoted(name)) is not a scheme",
                hint: "a scheme is at most \(SchemeName.maxLength) lower-case letters, digits, “+”, “-” and “.”, "
                    + "and begins with a letter",
                name: name, candidates: [DocumentReader.respelt(name)].filter(SchemeName.isValid))
            return false
        }
        guard !ForbiddenSchemes.cannotBeRead(name) else {
            document.note(
                .forbiddenScheme, at: mark, in: node, "“\(name)” can never be a wallet's scheme",
                hint: "desktop programs and the web use it; choose another name")
            return false
        }
        return true
    }
}
