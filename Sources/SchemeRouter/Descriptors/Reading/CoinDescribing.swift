extension DescriptorReader {
    /// Reads what the file says of a coin: a new one, or what it tightens of an earlier file's.
    /// - Parameter chain: the coins that wait for this one, because they start from it.
    mutating func describeCoin(
        _ entry: YAMLNode.Entry, in coins: YAMLNode, chain: [String], catalogue: inout Catalogue
    ) {
        guard var claim = catalogue[.coin, entry.key], claim.state == .pending else { return }
        claim.state = .reading
        catalogue.set(claim, .coin, entry.key)
        if claim.layer == layer {
            describeNewCoin(entry, in: coins, chain: chain, catalogue: &catalogue)
        } else if entry.value.kind.isMapping, !Self.tightens(entry.value, DescriptorKeys.coinAmendment, of: .coin) {
            document.note(
                .duplicateName, at: entry.mark, in: coins,
                "the coin '\(entry.key)' is described at \(claim.place) already",
                hint:
                    "a later file lowers 'max-money' and 'fee-per-kb' or may raise 'coinbase-maturity'; a coin of its own needs another name"
            )
            // For the other mistakes in it.
            if entry.value.entry("extends") == nil { _ = coin(entry, like: nil) }
        } else {
            amendCoin(entry, catalogue: &catalogue)
        }
        guard var settled = catalogue[.coin, entry.key] else { return }
        settled.state = .settled
        catalogue.set(settled, .coin, entry.key)
    }

    private mutating func describeNewCoin(
        _ entry: YAMLNode.Entry, in coins: YAMLNode, chain: [String], catalogue: inout Catalogue
    ) {
        var base: CoinDescriptor?
        switch parent(of: entry, as: .coin, in: catalogue, chain: chain) {
        case .none: break
        case .wrong: return
        case .named(let name):
            if let parent = coins.entry(name) {
                describeCoin(parent, in: coins, chain: chain + [entry.key], catalogue: &catalogue)
            }
            base = catalogue.coin(CoinID(name))
            // What is wrong with the other one is noted there.
            guard base != nil else { return }
        }
        guard let coin = coin(entry, like: base) else { return }
        checkCoinType(of: coin, entry: entry, in: catalogue)
        checkOldAccount(of: coin, entry: entry, in: catalogue)
        catalogue.set(coin)
    }

    /// S12: a drop-in that took a coin type of an earlier file would make two coins share their keys.
    private mutating func checkCoinType(of coin: CoinDescriptor, entry: YAMLNode.Entry, in catalogue: Catalogue) {
        guard let coinType = coin.realCoinType else { return }
        let parameters = entry.value.entry("account-chain") ?? entry.value.entry("networks")?.value.entry("main")
        let place = parameters?.value.entry("bip44")?.value
        guard coinType != 1 else {
            document.note(
                .coinTypeInUse, at: place?.mark ?? entry.mark, in: place ?? entry.value,
                "the BIP44 coin type 1 belongs to the test networks of all coins", hint: "SLIP-44 lists the coin types")
            return
        }
        guard
            let other = catalogue.coins.first(where: {
                $0.realCoinType == coinType && catalogue[.coin, $0.id.name]?.layer != layer
            })
        else { return }
        document.note(
            .coinTypeInUse, at: place?.mark ?? entry.mark, in: place ?? entry.value,
            "the BIP44 coin type \(coinType) of '\(coin.id)' belongs to '\(other.id)' already",
            hint: "SLIP-44 lists the coin types")
    }

    /// S12: the path of the old account does not name a coin, so only one coin can have it.
    private mutating func checkOldAccount(of coin: CoinDescriptor, entry: YAMLNode.Entry, in catalogue: Catalogue) {
        guard coin.hasOldAccount, let node = entry.value.entry("old-account")?.value,
            let other = catalogue.coins.first(where: { $0.hasOldAccount && $0.id != coin.id })
        else { return }
        document.note(
            .coinTypeInUse, at: node.mark, in: node,
            "the old account m/0' of '\(coin.id)' belongs to '\(other.id)' already",
            hint: "leave it out: two coins must not share keys")
    }
}

extension CoinDescriptor {
    /// The BIP44 coin type of its real money.
    fileprivate var realCoinType: UInt32? { accountChain?.coinType ?? networks[.main]?.coinType }
}
