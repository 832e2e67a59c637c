import SchemeRouter

extension ConfigurationReader {
    /// The settings that later files may also contain.
    static let policyKeys = ["limits", "senders"]

    /// The restrictions: `limits` and `senders`.
    mutating func policy(in fields: Fields) -> Policy { tightening(Policy(), in: fields) }

    /// The restrictions after a later file, which contains nothing else.
    mutating func tightening(_ policy: Policy) -> Policy {
        guard let fields = document.fields(of: document.root, owner: .start, known: Self.policyKeys) else {
            return policy
        }
        var tightened = tightening(policy, in: fields)
        tightened.laterLimits.formUnion(
            tightened.limits.keys.filter { policy.limits[$0]?.isEmpty != false })
        return tightened
    }

    private mutating func tightening(_ earlier: Policy, in fields: Fields) -> Policy {
        var policy = earlier
        for entry in section("limits", in: fields) {
            guard let coin = coin(entry, in: fields["limits"]) else { continue }
            guard coin.accountChain == nil else {
                document.note(
                    .conflict, at: entry.mark, in: fields["limits"] ?? fields.node, "\(coin.title) has no limits",
                    hint: "remove this: its contracts can move money in ways that limits cannot see")
                continue
            }
            policy.limits[coin.id] = limits(entry, of: coin, tightening: earlier.limits[coin.id] ?? SpendingLimits())
        }
        policy.senders = allowedSenders(in: fields, tightening: earlier.senders)
        return policy
    }

    private mutating func limits(
        _ entry: YAMLNode.Entry, of coin: CoinDescriptor, tightening earlier: SpendingLimits
    ) -> SpendingLimits {
        guard let fields = document.fields(of: entry.value, owner: entry.mark, known: ["payment", "day"]) else {
            return earlier
        }
        return SpendingLimits(
            payment: limit("payment", in: fields, of: coin, atMost: earlier.payment),
            day: limit("day", in: fields, of: coin, atMost: earlier.day))
    }

    /// A limit in whole coins. One above an earlier limit is refused, because it would silently have no effect.
    private mutating func limit(
        _ key: String, in fields: Fields, of coin: CoinDescriptor, atMost earlier: Amount?
    ) -> Amount? {
        guard let node = fields[key], let limit = document.coins(node, decimals: coin.decimals, max: coin.maxMoney)
        else { return earlier }
        guard let earlier, limit > earlier else { return limit }
        document.note(
            .conflict, in: node, "an earlier file limits this to \(coin.text(earlier))",
            hint: "later files can only lower limits: write a lower limit, or remove it")
        return earlier
    }

    /// The allowed apps and servers: `senders: { allow: [shop, "https://dapp.example"] }`.
    private mutating func allowedSenders(in fields: Fields, tightening earlier: Set<String>?) -> Set<String>? {
        guard let entry = fields.entry("senders"), !entry.value.isEmpty,
            let section = document.fields(of: entry.value, owner: entry.mark, known: ["allow"]),
            let list = section["allow"], let allowed = senders(list, servers: true)
        else { return earlier }
        guard let earlier else { return allowed }
        if let more = allowed.subtracting(earlier).min() {
            document.note(
                .conflict, in: list, "an earlier file does not let \(quoted(more)) ask",
                hint: "later files can only remove senders, not add them")
        }
        return allowed.intersection(earlier)
    }
}
