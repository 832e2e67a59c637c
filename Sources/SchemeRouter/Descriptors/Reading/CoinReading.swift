extension DescriptorReader {
    /// Reads the description of a coin; nil where anything is wrong with it, which is noted.
    /// - Parameter base: what it starts from. Title, ticker and coin type are its own.
    mutating func coin(_ entry: YAMLNode.Entry, like base: CoinDescriptor?) -> CoinDescriptor? {
        guard let fields = document.fields(of: entry.value, owner: entry.mark, known: DescriptorKeys.coin) else {
            return nil
        }
        let title = field("title", in: fields, or: entry.key.capitalisedASCII) {
            $0.label($1, limit: DescriptorLimits.title)
        }
        let ticker = document.required("ticker", in: fields) { $0.label($1, limit: DescriptorLimits.ticker) }
        let ledger = ledger(in: fields, like: base)
        let decimals = field("decimals", in: fields, or: base?.decimals ?? CoinDefaults.decimals) {
            $0.integer($1, in: DescriptorLimits.decimals).map { Int($0) }
        }
        let usualPlugin = base?.plugin ?? (ledger == .accounts ? nil : CoinDefaults.plugin)
        let plugin = field("plugin", in: fields, or: usualPlugin) { $0.identifier($1) }
        let money: Money?
        switch ledger {
        case nil: money = nil
        case .addresses: money = addressMoney(in: fields, decimals: decimals, like: base)
        case .accounts: money = accountMoney(in: fields, like: base)
        }
        guard let title, let ticker, let decimals, let plugin, let money else { return nil }
        return CoinDescriptor(
            id: CoinID(entry.key), title: title, ticker: ticker, unit: money.unit, decimals: decimals,
            maxMoney: money.amounts.maxMoney, dust: money.amounts.dust, feePerKB: money.amounts.fees,
            coinbaseMaturity: money.maturity, hasInstantSend: money.hasInstantSend, hasOldAccount: money.hasOldAccount,
            plugin: plugin,
            networks: money.networks,
            accountChain: money.accountChain, origin: document.location(entry.mark),
            lineage: Lineage(base: base.map { lineage(of: $0, fields) }, replaced: nil))
    }

    /// What depends on where the money of a coin lies.
    private struct Money {
        var unit = ""
        var amounts = Amounts(
            maxMoney: .largest, dust: .zero, fees: CoinDescriptor.FeeRange(min: .zero, normal: .zero, max: .zero))
        var maturity = 0
        var hasInstantSend = false
        var hasOldAccount = false
        var networks = CoinNetworks()
        var accountChain: AccountChainParameters?
    }

    private mutating func addressMoney(in fields: Fields, decimals: Int?, like base: CoinDescriptor?) -> Money? {
        let unit = field("unit", in: fields, or: base?.unit ?? CoinDefaults.unit) {
            $0.label($1, limit: DescriptorLimits.unit)
        }
        // Without the coin's decimals no amount can be judged; what is wrong with them is noted already.
        let amounts = decimals.flatMap { self.amounts(in: fields, decimals: $0, like: base) }
        let maturity = field(
            "coinbase-maturity", in: fields, or: base?.coinbaseMaturity ?? CoinDescriptor.usualMaturity
        ) {
            $0.integer($1, in: DescriptorLimits.maturity).map { Int($0) }
        }
        let hasInstantSend = field("instant-send", in: fields, or: base?.hasInstantSend ?? false) { document, node in
            document.choice(node, of: "kind of InstantSend", among: [true, false]) { $0 ? "automatic" : "none" }
        }
        // Never taken over from another coin: the keys of the old account are that one's (S12).
        let hasOldAccount = field("old-account", in: fields, or: false) { document, node in
            document.choice(node, of: "path of an old account", among: [true, false]) { $0 ? "m/0'" : "none" }
        }
        let networks = networks(in: fields, like: base?.networks)
        guard let unit, let amounts, let maturity, let hasInstantSend, let hasOldAccount, let networks else {
            return nil
        }
        return Money(
            unit: unit, amounts: amounts, maturity: maturity, hasInstantSend: hasInstantSend,
            hasOldAccount: hasOldAccount,
            networks: networks)
    }

    private mutating func accountMoney(in fields: Fields, like base: CoinDescriptor?) -> Money? {
        refuseAddressKeys(in: fields)
        return accountChain(in: fields, like: base?.accountChain).map { Money(accountChain: $0) }
    }

    /// What the coin got from `base`.
    private func lineage(of base: CoinDescriptor, _ fields: Fields) -> Lineage.Base {
        let keys = [
            "unit", "decimals", "max-money", "dust", "fee-per-kb", "coinbase-maturity", "instant-send", "plugin",
        ]
        var inherited = keys.filter {
            fields[$0] == nil && (base.accountChain == nil || !DescriptorKeys.addressCoin.contains($0))
        }
        if base.accountChain != nil, fields["account-chain"]?.entry("chain-id") == nil {
            inherited.append("account-chain.chain-id")
        }
        for kind in base.networks.keys {
            let key = "networks.\(kind.rawValue)"
            guard let own = fields["networks"]?.entry(kind.rawValue)?.value else {
                inherited.append(key)
                continue
            }
            guard own.entry("like") == nil else { continue }
            let keys = DescriptorKeys.network.filter {
                $0 != "like" && (kind != .main || $0 != "bip44")
                    && $0 != "genesis" && ($0 != "bech32" || base.networks[kind]?.bech32 != nil)
            }
            inherited += keys.filter { own.entry($0) == nil }.map { "\(key).\($0)" }
        }
        // A coin of a descriptor has a place.
        let origin = base.origin ?? document.location(fields.owner)
        return Lineage.Base(name: base.id.name, origin: origin, inherited: inherited)
    }
}

extension String {
    /// This with a capital first letter, if that is an ASCII letter: `dash` is Dash.
    fileprivate var capitalisedASCII: String {
        guard let first = utf8.first, (0x61...0x7A).contains(first) else { return self }
        return String(UnicodeScalar(first & ~0x20)) + String(dropFirst())
    }
}
