extension DescriptorReader {
    /// Reads what a file says of a coin or scheme: a new one, what it tightens of an earlier file's, or what takes a
    /// scheme's place. Each is merged with what it extends, and read as one.
    /// - Parameter chain: the names that wait for this one, because they start from it.
    mutating func describe(
        _ entry: YAMLNode.Entry, in section: YAMLNode, as kind: Catalogue.Kind, chain: [String] = []
    ) {
        let name = entry.key
        guard kind == .coin || isScheme(name, at: entry.mark, in: section) else {
            // For the other mistakes in it.
            if entry.value.entry("extends") == nil, let fields = fields(of: entry, as: kind) {
                _ = scheme(entry, fields, like: nil)
            }
            return
        }
        // An alias may have been given up since the names were taken.
        var claim = catalogue[kind, name] ?? Claim(entry)
        guard claim.state == .pending else { return }
        claim.state = .reading
        catalogue.set(claim, kind, name)
        defer { catalogue.change(kind, name) { $0.state = .settled } }

        let isNew = claim.layer == section.tree.layer && claim.owner == name
        if !isNew, claim.owner == name, !entry.value.kind.isMapping || tightens(entry.value, kind) {
            return amend(entry, as: kind, claim: claim)
        }
        let replaced = isNew ? nil : replaced(by: entry, in: section, as: kind, claim: claim)
        if isNew, kind == .scheme, let digest = entry.value.entry("replaces") {
            document.note(
                .conflict, at: digest.mark, in: entry.value, "no earlier file describes '\(name)'",
                hint: "leave 'replaces' out")
        }
        var base: String?
        switch parent(of: entry, as: kind, chain: chain) {
        case .none: break
        case .wrong: return
        case .named(let parent):
            if let entry = section.entry(parent) { describe(entry, in: section, as: kind, chain: chain + [name]) }
            // What is wrong with the other one is noted there.
            guard catalogue[kind, parent]?.position != nil else { return }
            base = parent
        }
        guard let fields = fields(of: entry, as: kind, above: base.flatMap { catalogue[kind, $0]?.fields }) else {
            return
        }
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
        catalogue.change(kind, name) { $0.fields = fields }
    }

    /// How many descriptions one may extend in turn: the cost of reading grows faster than their number.
    private static let deepest = 16

    /// The fields of a description, above those of what it starts from.
    private mutating func fields(
        of entry: YAMLNode.Entry, as kind: Catalogue.Kind, above base: Fields? = nil
    ) -> Fields? {
        let section = kind.section
        guard document.checkKeys(of: entry.value, known: section.names) else { return nil }
        return Fields(entry.value, owner: entry.mark, section: section, above: base)
    }

    /// What a later file says is merged with what it makes stricter, and the result is compared with what was there
    /// before (S7).
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
            // The examples of the earlier file were about what that file said.
            guard !tightening.isLoosened, !tightening.changes.isEmpty || !scheme.examples.isEmpty else { return }
            (scheme.origin, scheme.lineage) = (before.origin, before.lineage)
            scheme.lineage.amendments.append(.init(origin: entry.location, changes: tightening.changes))
            catalogue.set(scheme)
        }
        catalogue.change(kind, entry.key) { $0.fields = fields }
    }

    /// Whether a later file says nothing of a coin or scheme but what may tighten it. An unknown key decides nothing;
    /// it is a mistake either way.
    private func tightens(_ node: YAMLNode, _ kind: Catalogue.Kind) -> Bool {
        node.entries.allSatisfy { entry in
            kind.section.keys.first { entry.isNamed($0.name) }?.isTightened ?? true
        }
    }

    // MARK: What two coins cannot share (S12)

    /// A drop-in that took a coin type of an earlier file would make two coins share their keys.
    private mutating func checkCoinType(of coin: CoinDescriptor, in entry: YAMLNode.Entry) {
        guard let coinType = coin.realCoinType else { return }
        let parameters = entry.value.entry("account-chain") ?? entry.value.entry("networks")?.value.entry("main")
        let place = parameters?.value.entry("bip44")?.value
        let (mark, node) = (place?.mark ?? entry.mark, place ?? entry.value)
        guard coinType != 1 else {
            document.note(
                .coinTypeInUse, at: mark, in: node, "BIP44 coin type 1 is reserved for the test networks of all coins",
                hint: "SLIP-44 lists the coin types")
            return
        }
        let layer = entry.value.tree.layer
        guard
            let other = catalogue.coin(ofType: coinType, where: { catalogue[.coin, $0.id.name]?.layer != layer })
        else { return }
        document.note(
            .coinTypeInUse, at: mark, in: node,
            "BIP44 coin type \(coinType) of '\(coin.id)' already belongs to '\(other.id)'",
            hint: "SLIP-44 lists the coin types")
    }

    /// The path of the old account does not name a coin, so only one coin can have it.
    private mutating func checkOldAccount(of coin: CoinDescriptor, in entry: YAMLNode.Entry) {
        guard coin.hasOldAccount, let node = entry.value.entry("old-account")?.value,
            let other = catalogue.coins.first(where: { $0.hasOldAccount && $0.id != coin.id })
        else { return }
        document.note(
            .coinTypeInUse, in: node, "the old account m/0' of '\(coin.id)' already belongs to '\(other.id)'",
            hint: "remove it: two coins must not share keys")
    }
}

extension Catalogue.Kind {
    var section: DescriptorSection { self == .coin ? .coin : .scheme }
    var title: String { self == .coin ? "coin" : "scheme" }
}
