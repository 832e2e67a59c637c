extension DescriptorReader {
    /// Reads what the file says of a scheme: a new one, what it tightens of an earlier file's, or what takes its place.
    /// - Parameter chain: the schemes that wait for this one, because they start from it.
    mutating func describeScheme(
        _ entry: YAMLNode.Entry, in schemes: YAMLNode, chain: [String], catalogue: inout Catalogue
    ) {
        guard isScheme(entry.key, at: entry.mark, in: schemes) else {
            // For the other mistakes in it.
            if entry.value.entry("extends") == nil { _ = scheme(entry, like: nil, in: &catalogue) }
            return
        }
        // An alias may have been given up since the names were taken.
        var claim = catalogue[.scheme, entry.key] ?? newClaim(entry)
        guard claim.state == .pending else { return }
        claim.state = .reading
        catalogue.set(claim, .scheme, entry.key)
        defer { settle(entry.key, in: &catalogue) }

        let isNew = claim.layer == layer && claim.owner == entry.key
        let isAmendment =
            !isNew && claim.owner == entry.key
            && (!entry.value.kind.isMapping || Self.tightens(entry.value, DescriptorKeys.schemeAmendment, of: .scheme))
        if isAmendment { return amendScheme(entry, catalogue: &catalogue) }

        let replaced = isNew ? nil : replaced(by: entry, in: schemes, claim: claim, catalogue: catalogue)
        if isNew, let digest = entry.value.entry("replaces") {
            document.note(
                .conflict, at: digest.mark, in: entry.value, "no earlier file describes '\(entry.key)'",
                hint: "leave 'replaces' out")
        }
        var base: SchemeDescriptor?
        switch parent(of: entry, as: .scheme, in: catalogue, chain: chain) {
        case .none: break
        case .wrong: return
        case .named(let name):
            if let parent = schemes.entry(name) {
                describeScheme(parent, in: schemes, chain: chain + [entry.key], catalogue: &catalogue)
            }
            base = catalogue.scheme(name)
            guard base != nil else { return }
        }
        if let replaced { take(entry, from: replaced, in: &catalogue) }
        guard let scheme = scheme(entry, like: base, replacing: replaced, in: &catalogue), isNew || replaced != nil
        else {
            return
        }
        catalogue.set(scheme)
    }

    private func settle(_ name: String, in catalogue: inout Catalogue) {
        guard var claim = catalogue[.scheme, name] else { return }
        claim.state = .settled
        catalogue.set(claim, .scheme, name)
    }

    /// The scheme of an earlier file that the description `entry` takes the place of. Nil where it may not; the reason is
    /// noted. It must name the digest of what it replaces, so that nobody replaces what they have not seen.
    private mutating func replaced(
        by entry: YAMLNode.Entry, in schemes: YAMLNode, claim: Claim, catalogue: Catalogue
    ) -> SchemeDescriptor? {
        guard claim.owner == entry.key else {
            document.note(
                .duplicateName, at: entry.mark, in: schemes,
                "'\(entry.key)' is another name of '\(claim.owner)' already, at \(claim.place)")
            return nil
        }
        // Without a descriptor there are mistakes in it, and they come first.
        guard let scheme = catalogue.scheme(entry.key) else { return nil }
        guard let node = entry.value.entry("replaces")?.value else {
            document.note(
                .duplicateName, at: entry.mark, in: schemes,
                "the scheme '\(entry.key)' is described at \(claim.place) already",
                hint:
                    "to take its place, write 'replaces: \(scheme.digest)'; to tighten it, only 'enabled' and 'actions'"
            )
            return nil
        }
        guard let digest = document.text(node) else { return nil }
        guard SchemeDescriptor.isDigest(digest) else {
            document.note(
                .invalidValue, at: node.mark, in: node, "\(quoted(digest)) is no digest",
                hint: "the scheme at \(claim.place) has \(scheme.digest)")
            return nil
        }
        guard digest == scheme.digest else {
            document.note(
                .staleDigest, at: node.mark, in: node,
                "'\(entry.key)' at \(claim.place) is not the description that this one was written to replace",
                hint: "compare them; then write \(scheme.digest)")
            return nil
        }
        return scheme
    }

    /// The name of `replaced` is this file's from now on.
    private func take(_ entry: YAMLNode.Entry, from replaced: SchemeDescriptor, in catalogue: inout Catalogue) {
        catalogue.releaseAliases(of: replaced)
        guard var claim = catalogue[.scheme, entry.key] else { return }
        claim.layer = layer
        claim.place = document.location(entry.mark)
        claim.node = entry.value
        claim.amendments = []
        catalogue.set(claim, .scheme, entry.key)
    }

    /// Takes an alias. False where it cannot be had; the reason is noted.
    mutating func claimAlias(
        _ name: String, of scheme: String, at item: YAMLNode, catalogue: inout Catalogue
    ) -> Bool {
        guard isScheme(name, at: item.mark, in: item) else { return false }
        if let first = catalogue[.scheme, name] {
            let description = first.owner == name ? "described" : "another name of '\(first.owner)'"
            document.note(
                .duplicateName, at: item.mark, in: item,
                "the scheme '\(name)' is \(description) already, at \(first.place)")
            return false
        }
        catalogue.set(
            Claim(owner: scheme, layer: layer, place: document.location(item.mark), node: item), .scheme, name)
        return true
    }

    /// Whether a descriptor may describe a scheme of this name. Notes where it may not.
    private mutating func isScheme(_ name: String, at mark: YAMLMark, in node: YAMLNode) -> Bool {
        guard SchemeName.isValid(name) else {
            document.note(
                .invalidValue, at: mark, in: node, "\(quoted(name)) is no scheme",
                hint: "schemes are lower-case letters, digits, '+', '-' and '.', at most \(SchemeName.maxLength), "
                    + "and begin with a letter",
                name: name, candidates: [DocumentReader.respelt(name)].filter(SchemeName.isValid))
            return false
        }
        guard !ForbiddenSchemes.contains(name) else {
            document.note(
                .forbiddenScheme, at: mark, in: node, "'\(name)' can never be a wallet's scheme",
                hint: "programs of the desktop and the web use it; take another name")
            return false
        }
        return true
    }
}
