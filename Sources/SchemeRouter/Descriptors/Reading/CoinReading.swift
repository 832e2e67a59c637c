extension DescriptorReader {
    private static let coinKeys = [
        "title", "ticker", "unit", "decimals", "max-money", "dust", "fee-per-kb", "instant-send", "plugin", "networks",
    ]

    /// Reads one coin; nil where anything is wrong with it, which is noted.
    mutating func coin(_ entry: YAMLNode.Entry) -> CoinDescriptor? {
        guard let fields = document.fields(of: entry.value, owner: entry.mark, known: Self.coinKeys) else { return nil }
        let title = document.required("title", in: fields) { $0.label($1, limit: 40) }
        let ticker = document.required("ticker", in: fields) { $0.label($1, limit: 12) }
        let unit = document.required("unit", in: fields) { $0.label($1, limit: 20) }
        let decimals = document.required("decimals", in: fields) { $0.integer($1, in: 0...18) }.map { Int($0) }
        let maxMoney = document.required("max-money", in: fields) { document, node in
            // Without the coin's decimals the text cannot be judged; what is wrong with them is noted already.
            decimals.flatMap { document.coins(node, decimals: $0, max: .largest) }
        }
        let dust = document.required("dust", in: fields) { $0.units($1) }
        let fees = fees(in: fields)
        let hasInstantSend = document.required("instant-send", in: fields) { document, node in
            document.choice(node, of: "kind of InstantSend", among: [true, false]) { $0 ? "automatic" : "none" }
        }
        let plugin = document.required("plugin", in: fields) { $0.identifier($1) }
        let networks = networks(in: fields)
        if let dust, let maxMoney, dust > maxMoney, let node = fields["dust"] {
            document.note(.conflict, at: node.mark, in: node, "dust is more than max-money")
        }
        guard let title, let ticker, let unit, let decimals, let maxMoney, let dust, let fees, let hasInstantSend,
            let plugin, let networks
        else { return nil }
        return CoinDescriptor(
            id: CoinID(entry.key), title: title, ticker: ticker, unit: unit, decimals: decimals, maxMoney: maxMoney,
            dust: dust, feePerKB: fees, hasInstantSend: hasInstantSend, plugin: plugin, networks: networks)
    }

    private mutating func fees(in coin: Fields) -> CoinDescriptor.FeeRange? {
        guard let fields = document.nested("fee-per-kb", in: coin, known: ["min", "normal", "max"]) else { return nil }
        let min = document.required("min", in: fields) { $0.units($1) }
        let normal = document.required("normal", in: fields) { $0.units($1) }
        let max = document.required("max", in: fields) { $0.units($1) }
        guard let min, let normal, let max else { return nil }
        if min > normal, let node = fields["normal"] { noteFallingFees(node) }
        if normal > max, let node = fields["max"] { noteFallingFees(node) }
        return CoinDescriptor.FeeRange(min: min, normal: normal, max: max)
    }

    private mutating func noteFallingFees(_ node: YAMLNode) {
        document.note(.conflict, at: node.mark, in: node, "fees must not fall from min over normal to max")
    }
}

extension Amount {
    /// The largest amount that can be written.
    fileprivate static var largest: Amount { Amount(units: .max) ?? .zero }
}
