extension DescriptorReader {
    /// Reads a file's description of a coin or scheme: a new one, one that tightens an earlier file's, or one that
    /// replaces a scheme. Each is merged with what it extends, then read as a whole.
    /// - Parameter chain: the names of the descriptions that extend this one and wait for it.
    mutating func describe(
        _ entry: YAMLNode.Entry, in section: YAMLNode, as kind: Catalogue.Kind, chain: [String] = []
    ) {
        let name = entry.key
        guard kind == .coin || isScheme(name, at: entry.mark, in: section) else {
            // Reports the other mistakes in it.
            if entry.value.entry("extends") == nil, let fields = fields(of: entry, as: kind) {
                _ = scheme(entry, fields, like: nil)
            }
            return
        }
        // An alias may have been released since the names were claimed.
        var claim = catalogue[kind, name] ?? Claim(entry, owner: name)
        guard claim.state == .pending else { return }
        claim.state = .reading
        catalogue[kind, name] = claim
        defer { catalogue[kind, name]?.state = .settled }

        let isNew = claim.layer == section.tree.layer && claim.owner == name
        if !isNew, claim.owner == name, !entry.value.kind.isMapping || tightens(entry.value, kind) {
            return amend(entry, as: kind, claim: claim)
        }
        let replaced = isNew ? nil : replaced(by: entry, in: section, as: kind, claim: claim)
        if isNew, kind == .scheme, let digest = entry.value.entry("replaces") {
            document.note(
                .conflict, at: digest.mark, in: entry.value, "no earlier file describes \(quoted(name))",
                hint: "leave “replaces” out")
        }
        var base: String?
        var below: Fields?
        switch parent(of: entry, as: kind, chain: chain) {
        case .none: break
        case .wrong: return
        case .named(let parent, let state):
            if state == .pending, let entry = section.entry(parent) {
                describe(entry, in: section, as: kind, chain: chain + [name])
            }
            // Mistakes in the other description are reported there.
            guard let claim = catalogue[kind, parent], claim.position != nil else { return }
            (base, below) = (parent, claim.fields)
        }
        guard let fields = fields(of: entry, as: kind, above: below) else { return }
        guard fields.depth <= Self.deepest else {
            document.note(
                .tooDeep, at: entry.mark, in: section, "more than \(Self.deepest) descriptions extend each other",
                hint: "extend one of the first instead")
            return
        }
        if base != nil { document.statement = entry }
        defer { document.statement = nil }
        switch kind {
        case .coin:
            let base = base.flatMap { catalogue.coin(CoinID($0)) }
            guard let coin = coin(entry, fields, like: base), isNew else { return }
            checkCoinType(of: coin, in: entry)
            checkOldAccount(of: coin, in: entry)
            catalogue.set(coin)
        case .scheme:
            let base = base.flatMap(catalogue.scheme)
            if let replaced { take(entry, from: replaced) }
            guard var scheme = scheme(entry, fields, like: base), isNew || replaced != nil else { return }
            scheme.lineage.replaced = replaced?.origin
            scheme.lineage.replacesShipped = replaced.map { $0.origin.isShipped || $0.lineage.replacesShipped } ?? false
            catalogue.set(scheme)
        }
        catalogue[kind, name]?.fields = fields
    }

    /// The longest chain of descriptions that extend one another: the cost of reading grows faster than its length.
    private static let deepest = 16

    /// The fields of a description, on top of those of the one it extends.
    private mutating func fields(
        of entry: YAMLNode.Entry, as kind: Catalogue.Kind, above base: Fields? = nil
    ) -> Fields? {
        let section = kind.section
        guard document.checkKeys(of: entry.value, known: section.names) else { return nil }
        return Fields(entry.value, owner: entry.mark, section: section, above: base)
    }

    /// Merges a later file's description with the one it makes stricter, and compares the result with the earlier one
    /// (S7).
    private mutating func amend(_ entry: YAMLNode.Entry, as kind: Catalogue.Kind, claim: Claim) {
        guard document.checkKeys(of: entry.value, known: kind.section.tightened), claim.position != nil,
            let old = claim.fields
        else { return }
        let fields = Fields(
            entry.value, owner: entry.mark, section: kind.section, isAmendment: true, above: old)
        document.statement = entry
        defer { document.statement = nil }
        switch kind {
        case .coin:
            guard let before = catalogue.coin(CoinID(entry.key)), var coin = coin(entry, fields, like: nil) else {
                return
            }
            var tightening = Tightening(node: entry.value, old: old, origin: before.origin)
            tightening.compare(before, coin, &document)
            guard !tightening.isLoosened, !tightening.changes.isEmpty else { return }
            (coin.origin, coin.lineage) = (before.origin, before.lineage)
            coin.lineage.amendments.append(.init(origin: entry.location, changes: tightening.changes))
            catalogue.set(coin)
        case .scheme:
            guard let before = catalogue.scheme(entry.key),
                var scheme = scheme(entry, fields, like: nil, aliases: before.aliases)
            else { return }
            var tightening = Tightening(node: entry.value, old: old, origin: before.origin)
            let decimals = before.coins.first.flatMap(catalogue.coin)?.decimals ?? 0
            tightening.compare(before, scheme, decimals: decimals, &document)
            // The examples of the earlier file tested the earlier description.
            guard !tightening.isLoosened, !tightening.changes.isEmpty || !scheme.examples.isEmpty else { return }
            (scheme.origin, scheme.lineage) = (before.origin, before.lineage)
            scheme.lineage.amendments.append(.init(origin: entry.location, changes: tightening.changes))
            catalogue.set(scheme)
        }
        catalogue[kind, entry.key]?.fields = fields
    }

    /// Whether a later file contains only what may tighten a coin or scheme. An unknown key does not matter here; it is
    /// a mistake either way.
    private func tightens(_ node: YAMLNode, _ kind: Catalogue.Kind) -> Bool {
        node.entries.allSatisfy { entry in
            kind.section.keys.first { entry.isNamed($0.name) }?.isTightened ?? true
        }
    }

    // MARK: What two coins cannot share (S12)

    /// If a drop-in used the coin type of an earlier file, two coins would share their keys.
    private mutating func checkCoinType(of coin: CoinDescriptor, in entry: YAMLNode.Entry) {
        guard let coinType = coin.realCoinType else { return }
        let layer = entry.value.tree.layer
        let problem: String
        if coinType == 1 {
            problem = "BIP44 coin type 1 is reserved for the test networks of all coins"
        } else if let other = catalogue.coin(
            ofType: coinType, where: { catalogue[.coin, $0.id.name]?.layer != layer })
        {
            problem =
                "BIP44 coin type \(coinType) of \(quoted(coin.id.name)) already belongs to \(quoted(other.id.name))"
        } else {
            return
        }
        let parameters = entry.value.entry("account-chain") ?? entry.value.entry("networks")?.value.entry("main")
        let place = parameters?.value.entry("bip44")?.value
        document.note(
            .coinTypeInUse, at: place?.mark ?? entry.mark, in: place ?? entry.value, problem,
            hint: "SLIP-44 lists the coin types")
    }

    /// The path of the old account does not include a coin type, so only one coin can have it.
    private mutating func checkOldAccount(of coin: CoinDescriptor, in entry: YAMLNode.Entry) {
        guard coin.addressLedger?.hasOldAccount == true, let node = entry.value.entry("old-account")?.value,
            let other = catalogue.coins.first(where: { $0.id != coin.id && $0.addressLedger?.hasOldAccount == true })
        else { return }
        document.note(
            .coinTypeInUse, in: node,
            "the old account m/0' of \(quoted(coin.id.name)) already belongs to \(quoted(other.id.name))",
            hint: "remove it: two coins must not share keys")
    }
}

extension Catalogue.Kind {
    var section: DescriptorSection { self == .coin ? .coin : .scheme }
    var title: String { self == .coin ? "coin" : "scheme" }
}
