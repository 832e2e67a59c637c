/// What somebody who wrote a name that is not known here probably meant.
enum Advice {
    /// The candidate that means the same as `name`, or is spelt nearly so; nil where there is none.
    static func suggestion(for name: String, among candidates: [String]) -> String? {
        let word = String(name.lowercased().map { $0 == "_" || $0 == " " ? "-" : $0 })
        for (known, words) in synonyms where words.contains(word) && candidates.contains(known) { return known }
        return NearestName.find(name, among: candidates)
    }

    /// Where a key belongs that is not known in this place of a descriptor; nil where it belongs nowhere.
    /// - Parameter candidates: the keys of this place.
    static func place(of key: String, insteadOf candidates: [String]) -> String? {
        let sections: [(owner: String, keys: [String])] = [
            ("a file", DescriptorKeys.file), ("a scheme", DescriptorKeys.scheme), ("a coin", DescriptorKeys.coin),
            ("a network of a coin", DescriptorKeys.network), ("'fee-per-kb' of a coin", DescriptorKeys.fees),
            ("'account-chain' of a coin", DescriptorKeys.accountChain),
            ("'networks' of a coin", NetworkKind.allCases.map(\.rawValue)), ("an action", DescriptorKeys.action),
            ("a parameter", DescriptorKeys.parameter), ("an example", DescriptorKeys.example),
            ("'actions' of a scheme", Action.allCases.map(\.descriptorKey)),
            ("'params' of an action", ParameterName.allCases.map(\.rawValue)),
        ]
        guard sections.contains(where: { $0.keys == candidates }) else { return nil }
        return sections.first { $0.keys.contains(key) }?.owner
    }

    /// Words that other programs, the coins' own nodes and everyday language have for our names.
    private static let synonyms: [(known: String, words: [String])] = [
        ("title", ["name", "label", "display-name"]), ("ticker", ["symbol", "code", "abbreviation", "short-name"]),
        ("decimals", ["precision", "digits", "decimal-places"]),
        ("max-money", ["supply", "max-supply", "total-supply", "maxmoney"]),
        ("fee-per-kb", ["fee", "fees", "fee-rate", "feerate"]), ("dust", ["dust-limit", "min-output"]),
        ("p2pkh", ["pubkeyhash", "pubkey-hash", "pubkey-address", "address-version"]),
        ("p2sh", ["scripthash", "script-hash", "script-address"]),
        ("wif", ["secret-key", "private-key", "wif-version"]), ("bech32", ["hrp", "segwit", "bech32-hrp"]),
        ("bip44", ["coin-type", "cointype", "slip44", "slip-44", "bip44-coin-type"]), ("main", ["mainnet"]),
        ("genesis", ["genesis-hash", "genesis-block", "first-block"]),
        ("account-chain", ["chain", "eosio", "accounts"]), ("chain-id", ["chain", "id", "chainid"]),
        ("test", ["testnet"]), ("extends", ["inherits", "base", "parent", "like", "from"]),
        ("like", ["extends", "same-as"]),
        ("grammar", ["format", "protocol", "syntax"]), ("enabled", ["disabled", "active"]),
        ("aliases", ["alias", "names"]),
        ("params", ["parameters", "arguments"]), ("required", ["mandatory", "needed"]),
        ("min", ["minimum", "lowest", "at-least"]), ("max", ["maximum", "highest", "limit", "at-most"]),
        ("type", ["kind"]), ("url", ["link", "uri"]), ("is", ["expect", "outcome"]), ("error", ["fails", "reject"]),
        ("payment", ["pay"]), ("address", ["receive", "addresses"]), ("master-public-key", ["xpub"]),
        ("scan-qr", ["scan", "qr"]),
        ("authority-params", ["authority", "native"]), ("bip21", ["bip-21", "bip321", "bip-321"]),
        ("json-param", ["json"]), ("dash-family", ["dash", "axe"]),
        ("text", ["string", "str"]), ("decimal-amount", ["amount", "decimal", "number"]),
        ("flag", ["bool", "boolean"]), ("url-scheme", ["scheme"]), ("account-index", ["account", "index"]),
        ("none", ["no", "off", "false", "never"]), ("automatic", ["yes", "on", "true", "auto"]),
    ]
}
