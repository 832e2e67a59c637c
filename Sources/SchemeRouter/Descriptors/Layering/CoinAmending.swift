extension DescriptorReader {
    /// Reads what a later file tightens of a coin: the most that can exist, and the fees.
    mutating func amendCoin(_ entry: YAMLNode.Entry, catalogue: inout Catalogue) {
        guard let fields = document.fields(of: entry.value, owner: entry.mark, known: DescriptorKeys.coinAmendment),
            let coin = catalogue.coin(CoinID(entry.key))
        else { return }
        guard coin.accountChain == nil else { return refuseAddressKeys(in: fields) }
        var changes: [String] = []
        var maxMoney = coin.maxMoney
        if let node = fields["max-money"],
            let given = document.coins(node, decimals: coin.decimals, max: .largest)
        {
            let (old, new) = (coin.maxMoney.text(decimals: coin.decimals), given.text(decimals: coin.decimals))
            if given > maxMoney {
                noteLoosening("max-money", from: old, to: new, at: node, place(["max-money"], of: coin, catalogue))
            } else {
                maxMoney = given
                changes.append("max-money: \(new)")
            }
        }
        let fees = fees(in: fields, of: coin, changes: &changes, catalogue: catalogue)
        guard !changes.isEmpty else { return }
        catalogue.set(
            CoinDescriptor(
                id: coin.id, title: coin.title, ticker: coin.ticker, unit: coin.unit, decimals: coin.decimals,
                maxMoney: maxMoney, dust: coin.dust, feePerKB: fees, hasInstantSend: coin.hasInstantSend,
                hasOldAccount: coin.hasOldAccount, plugin: coin.plugin, networks: coin.networks,
                accountChain: coin.accountChain, origin: coin.origin,
                lineage: coin.lineage.amended(at: document.location(entry.mark), changes: changes)))
        catalogue.noteAmendment(of: entry, as: .coin, by: newClaim(entry))
    }

    /// Lower fees: the most that is signed, and with it the one that is used without an estimate.
    private mutating func fees(
        in fields: Fields, of coin: CoinDescriptor, changes: inout [String], catalogue: Catalogue
    ) -> CoinDescriptor.FeeRange {
        let old = coin.feePerKB
        guard let entry = fields.entry("fee-per-kb"),
            let fields = document.fields(of: entry.value, owner: entry.mark, known: DescriptorKeys.fees)
        else { return old }
        var (normal, max) = (old.normal, old.max)
        for (key, limit) in [("min", old.min), ("normal", normal), ("max", max)] {
            guard let node = fields[key], let given = document.units(node) else { continue }
            if key == "min", given != limit {
                document.note(
                    .conflict, at: node.mark, in: node, "'min' is what nodes relay, and no matter of caution",
                    hint: "leave it out")
            } else if given > limit {
                noteLoosening(
                    "fee-per-kb.\(key)", from: "\(limit.units)", to: "\(given.units)", at: node,
                    place(["fee-per-kb", key], of: coin, catalogue))
            } else if given < limit {
                if key == "normal" { normal = given } else { max = given }
                changes.append("fee-per-kb.\(key): \(given.units)")
            }
        }
        // A lower most takes the usual one with it.
        if fields["normal"] == nil { normal = Swift.min(normal, max) }
        if old.min > normal || normal > max {
            document.note(
                .conflict, at: entry.value.mark, in: entry.value,
                "fees must not fall from min over normal to max, and nodes relay from \(old.min.units) on")
        }
        return CoinDescriptor.FeeRange(min: old.min, normal: normal, max: max)
    }

    private func place(_ path: [String], of coin: CoinDescriptor, _ catalogue: Catalogue) -> SourceLocation? {
        catalogue.place(of: path, in: coin.id.name, as: .coin) ?? coin.origin
    }
}
