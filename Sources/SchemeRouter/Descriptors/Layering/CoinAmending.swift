extension DescriptorReader {
    /// Reads what a later file tightens of a coin: the most that can exist, the fees, and how long new coins wait.
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
        let maturity = maturity(in: fields, of: coin, changes: &changes, catalogue: catalogue)
        guard !changes.isEmpty else { return }
        catalogue.set(
            CoinDescriptor(
                id: coin.id, title: coin.title, ticker: coin.ticker, unit: coin.unit, decimals: coin.decimals,
                maxMoney: maxMoney, dust: coin.dust, feePerKB: fees, coinbaseMaturity: maturity,
                hasInstantSend: coin.hasInstantSend, hasOldAccount: coin.hasOldAccount, plugin: coin.plugin,
                networks: coin.networks,
                accountChain: coin.accountChain, origin: coin.origin,
                lineage: coin.lineage.amended(at: document.location(entry.mark), changes: changes)))
        catalogue.noteAmendment(of: entry, as: .coin, by: newClaim(entry))
    }

    /// A longer wait before new coins are spent.
    private mutating func maturity(
        in fields: Fields, of coin: CoinDescriptor, changes: inout [String], catalogue: Catalogue
    ) -> Int {
        guard let node = fields["coinbase-maturity"],
            let given = document.integer(node, in: DescriptorLimits.maturity).map({ Int($0) })
        else { return coin.coinbaseMaturity }
        guard given >= coin.coinbaseMaturity else {
            noteLoosening(
                "coinbase-maturity", from: "\(coin.coinbaseMaturity)", to: "\(given)", at: node,
                place(["coinbase-maturity"], of: coin, catalogue))
            return coin.coinbaseMaturity
        }
        if given > coin.coinbaseMaturity { changes.append("coinbase-maturity: \(given)") }
        return given
    }

    /// Lower fees: the most that is signed, and with it the one that is used without an estimate.
    private mutating func fees(
        in fields: Fields, of coin: CoinDescriptor, changes: inout [String], catalogue: Catalogue
    ) -> CoinDescriptor.FeeRange {
        let old = coin.feePerKB
        guard let entry = fields.entry("fee-per-kb"),
            let fields = document.fields(of: entry.value, owner: entry.mark, known: DescriptorKeys.fees)
        else { return old }
        var (normal, high, max) = (old.normal, old.high, old.max)
        for (key, limit) in [("min", old.min), ("normal", normal), ("high", high), ("max", max)] {
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
                switch key {
                case "normal": normal = given
                case "high": high = given
                default: max = given
                }
                changes.append("fee-per-kb.\(key): \(given.units)")
            }
        }
        // A lower one takes those below it along.
        if fields["high"] == nil { high = Swift.min(high, max) }
        if fields["normal"] == nil { normal = Swift.min(normal, high) }
        if old.min > normal || normal > high || high > max {
            document.note(
                .conflict, at: entry.value.mark, in: entry.value,
                "fees must rise from min over normal and high to max, and nodes relay from \(old.min.units) on")
        }
        return CoinDescriptor.FeeRange(min: old.min, normal: normal, high: high, max: max)
    }

    private func place(_ path: [String], of coin: CoinDescriptor, _ catalogue: Catalogue) -> SourceLocation? {
        catalogue.place(of: path, in: coin.id.name, as: .coin) ?? coin.origin
    }
}
