extension DescriptorReader {
    /// Reads a coin; nil if it has a mistake, which is noted.
    /// - Parameter base: the coin that it extends.
    mutating func coin(_ entry: YAMLNode.Entry, _ fields: Fields, like base: CoinDescriptor?) -> CoinDescriptor? {
        let title = text("title", in: fields, or: entry.key.capitalisedASCII)
        let ticker = ticker(in: fields)
        let kind = ledgerKind(in: fields, like: base)
        var decimals = integer("decimals", in: fields).map { Int($0) }
        if let most = decimals, most > 18, kind != .foreign, let node = fields["decimals"] {
            document.note(
                .outOfRange, in: node, "a coin with a wallet here has at most 18 decimals",
                hint: "amounts in wallets have 64 bits")
            decimals = nil
        }
        let usual = kind == .foreign ? LinkRules.plugin : nil
        let plugin = text("plugin", in: fields, or: usual, hasStandard: kind != .accounts)
        if let plugin, let kind { checkFit(of: plugin, with: kind, in: fields) }
        let ledger: CoinLedger?
        switch kind {
        case nil: ledger = nil
        case .addresses: ledger = addressLedger(in: fields, decimals: decimals).map { .addresses($0) }
        case .accounts: ledger = accountChain(in: fields).map { .accounts($0) }
        case .foreign: ledger = foreignLedger(in: fields, decimals: decimals).map { .foreign($0) }
        }
        guard let title, let ticker, let decimals, let plugin, let ledger else { return nil }
        return CoinDescriptor(
            id: CoinID(entry.key), title: title, ticker: ticker, decimals: decimals, plugin: plugin, ledger: ledger,
            origin: entry.location, lineage: Lineage(base: base.map { lineage(of: $0, fields) }))
    }

    /// The ticker. It follows amounts, so it must not look like part of one, or like other words.
    private mutating func ticker(in fields: Fields) -> String? {
        guard let ticker = text("ticker", in: fields), let node = fields["ticker"] else { return nil }
        let words = ticker.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
        guard ticker.utf8.first?.isASCIILetter == true,
            words.allSatisfy({ !$0.isEmpty && $0.allSatisfy { $0.isASCIILetter || $0.isASCIIDigit } })
        else {
            document.note(
                .invalidValue, in: node, "\(quoted(ticker)) is not a ticker",
                hint: "a ticker is a letter, and then letters, digits and “-” between them, such as BTC")
            return nil
        }
        return ticker
    }

    /// Notes a plugin for the other type of ledger: it would reject every link.
    private mutating func checkFit(of plugin: String, with ledger: LedgerKind, in fields: Fields) {
        let hasAccounts = plugins?.first { $0.plugin == plugin }?.hasAccounts
        guard let hasAccounts, ledger != .foreign, hasAccounts != (ledger == .accounts) else { return }
        document.note(
            .conflict, in: fields["plugin"] ?? fields.node,
            "the plugin “\(plugin)” is for coins with \(hasAccounts ? "named accounts" : "addresses")",
            hint: "name one for coins with \(hasAccounts ? "addresses" : "named accounts")")
    }

    private mutating func addressLedger(in fields: Fields, decimals: Int?) -> AddressLedger? {
        let unit = text("unit", in: fields)
        // Without valid decimals, amounts cannot be checked; the mistake is already noted.
        let amounts = decimals.flatMap { self.amounts(in: fields, decimals: $0) }
        let maturity = integer("coinbase-maturity", in: fields).map { Int($0) }
        let transactions = text("transactions", in: fields).flatMap { TransactionForm(rawValue: $0) }
        let lock = text("lock", in: fields)
        let oldAccount = text("old-account", in: fields)
        let mixingAccount = text("mixing-account", in: fields)
        let networks = networks(in: fields)
        let others = addressForms(of: fields)
        guard let unit, let amounts, let maturity, let transactions, let lock, let oldAccount, let mixingAccount,
            let networks, let others
        else { return nil }
        if let entry = fields.own("addresses"), others.contains(where: { $0.use == .paid }) {
            document.note(
                .conflict, at: entry.mark, in: fields.node,
                "“addresses” of a coin that has a wallet here are those that it cannot pay",
                hint: "add “pays: false”, and describe the addresses that it pays in “networks”")
        }
        return AddressLedger(
            unit: unit, maxMoney: amounts.maxMoney, dust: amounts.dust, feePerKB: amounts.fees,
            coinbaseMaturity: maturity,
            transactions: transactions, hasLock: lock != "none", hasOldAccount: oldAccount != "none",
            hasMixingAccount: mixingAccount != "none", networks: networks, otherAddresses: others)
    }

    private mutating func accountChain(in fields: Fields) -> AccountChainParameters? {
        for key in DescriptorSection.addressCoin {
            guard let entry = fields.node.entry(key) else { continue }
            document.note(
                .conflict, at: entry.mark, in: fields.node, "a coin with “account-chain” has no “\(key)”",
                hint: "leave it out: the token contracts determine it")
        }
        guard let chain = nested("account-chain", in: fields, .accountChain) else { return nil }
        let chainID = hash("chain-id", in: chain)
        // The coin type is never inherited (S12).
        let coinType = integer("bip44", in: chain)
        guard let chainID, let coinType else { return nil }
        return AccountChainParameters(chainID: chainID, coinType: UInt32(coinType))
    }

    /// A coin without a wallet here: only the syntax of its amounts and addresses is known.
    private mutating func foreignLedger(in fields: Fields, decimals: Int?) -> ForeignLedger? {
        let unit = fields["unit"] == nil ? nil : text("unit", in: fields)
        var maxMoney: Amount?
        if let node = fields["max-money"], let decimals {
            maxMoney = document.coins(node, decimals: decimals, max: .largest)
        }
        guard let addresses = addressForms(of: fields) else { return nil }
        return ForeignLedger(unit: unit, maxMoney: maxMoney, addresses: addresses)
    }

    /// The kinds of a coin's addresses on all networks, never inherited; nil if one has a mistake, which is noted.
    private mutating func addressForms(of coin: Fields) -> [AddressForm]? {
        guard let entry = coin.own("addresses") else { return [] }
        guard let networks = document.fields(of: entry.value, owner: entry.mark, in: .coinAddresses) else { return nil }
        var all: [AddressForm] = []
        for kind in NetworkKind.allCases {
            guard let node = networks[kind.rawValue] else { continue }
            guard let forms = addressForms(node, network: kind) else { return nil }
            all += forms
        }
        return all
    }

    /// Notes keys that a coin without a wallet here cannot have.
    private mutating func foreign(_ only: YAMLNode.Entry, _ coin: Fields, like base: CoinDescriptor?) -> LedgerKind? {
        _ = text("hand-over", in: coin)
        let others = [
            "networks", "account-chain", "dust", "fee-per-kb", "coinbase-maturity", "transactions", "lock",
            "old-account", "mixing-account",
        ]
        for key in others + (base == nil ? [] : ["extends"]) {
            guard let entry = coin.own(key) else { continue }
            document.note(
                .conflict, at: entry.mark, in: coin.node, "a coin with “hand-over: only” has no “\(key)”",
                hint: "leave it out: the wallet that gets its links decides")
            return nil
        }
        return .foreign
    }

    /// Where a coin keeps its money.
    private enum LedgerKind {
        /// At addresses, on networks with their own numbers.
        case addresses
        /// In named accounts of one chain.
        case accounts
        /// In wallets of other programs only.
        case foreign
    }

    /// Where a coin keeps its money, according to which of two keys it has; nil if it has both, or not the one of the
    /// coin that it extends, which is noted.
    private mutating func ledgerKind(in coin: Fields, like base: CoinDescriptor?) -> LedgerKind? {
        if let only = coin.own("hand-over") { return foreign(only, coin, like: base) }
        let (networks, chain) = (coin.own("networks"), coin.own("account-chain"))
        if networks == nil, base == nil, let entry = coin.own("addresses") {
            document.note(
                .conflict, at: entry.mark, in: coin.node, "“addresses” alone is for coins with “hand-over: only”",
                hint: "this program has a wallet for this coin: describe its addresses in “networks”")
        }
        if networks != nil, let chain {
            document.note(
                .conflict, at: chain.mark, in: coin.node, "a coin has either “networks” or “account-chain”",
                hint: "use “account-chain” for money in named accounts, and “networks” for money at addresses")
            return nil
        }
        let own: LedgerKind = chain == nil ? .addresses : .accounts
        guard let base else { return own }
        let other: LedgerKind =
            switch base.ledger {
            case .addresses: .addresses
            case .accounts: .accounts
            case .foreign: .foreign
            }
        guard other != .foreign else {
            document.note(
                .conflict, at: coin.owner, in: coin.node,
                "\(quoted(base.id.name)), which it extends, has no wallet here",
                hint: "describe the whole coin without “extends”")
            return nil
        }
        guard let written = networks ?? chain, own != other else { return other }
        document.note(
            .conflict, at: written.mark, in: coin.node,
            "\(quoted(base.id.name)), which it extends, has no “\(written.key)”",
            hint: "describe the whole coin without “extends”")
        return nil
    }

    private func lineage(of base: CoinDescriptor, _ fields: Fields) -> Lineage.Base {
        let hasAccounts = base.accountChain != nil
        var inherited = DescriptorSection.coin.keys.filter(\.isInherited).map(\.name).filter {
            fields.node.entry($0) == nil && !(hasAccounts && DescriptorSection.addressCoin.contains($0))
        }
        if hasAccounts, fields["account-chain"]?.entry("chain-id") == nil { inherited.append("account-chain.chain-id") }
        for kind in base.networks.keys {
            let key = "networks.\(kind.rawValue)"
            guard let own = fields["networks"]?.entry(kind.rawValue)?.value else {
                inherited.append(key)
                continue
            }
            guard own.entry("like") == nil else { continue }
            let numbers = base.networks[kind]?.numbers
            inherited += DescriptorSection.network.keys.map(\.name).filter {
                DescriptorSection.network[$0].isInherited && own.entry($0) == nil && (kind != .main || $0 != "bip44")
                    && ($0 != "bech32" || numbers?.bech32 != nil)
                    && (numbers == nil ? !DescriptorSection.numbersOfAddresses.contains($0) : $0 != "addresses")
            }.map { "\(key).\($0)" }
        }
        // A coin of a descriptor always has an origin.
        return Lineage.Base(name: base.id.name, origin: base.origin ?? fields.node.location, inherited: inherited)
    }
}

extension String {
    /// A copy with a capital first letter, if that is an ASCII letter: `dash` becomes Dash.
    fileprivate var capitalisedASCII: String {
        guard let first = utf8.first, (0x61...0x7A).contains(first) else { return self }
        return String(UnicodeScalar(first & ~0x20)) + String(dropFirst())
    }
}
