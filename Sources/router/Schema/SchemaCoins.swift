import ExactJSON
import SchemeRouter

/// What the JSON schema says of coins.
enum SchemaCoins {
    typealias Schema = DescriptorSchema

    static var definitions: [(name: String, value: JSON)] {
        [
            (
                "coinEntry",
                Schema.entry(
                    amendmentKeys: DescriptorKeys.coinAmendment, amendment: "coinAmendment", whole: "coin")
            ),
            ("coinAmendment", Schema.object(DescriptorKeys.coinAmendment, shape)),
            ("coin", coin), ("fees", Schema.object(DescriptorKeys.fees, fee)),
            ("networks", Schema.object(NetworkKind.allCases.map(\.rawValue), networkEntry)),
            ("network", network), ("account-chain", accountChain),
        ]
    }

    private static var coin: JSON {
        guard case .object(var members) = Schema.object(DescriptorKeys.coin, required: ["ticker"], shape)
        else { return .null }
        let ledgers = ["networks", "account-chain"].map { JSON.object([("required", Schema.strings([$0]))]) }
        members.append(("oneOf", .array(ledgers)))
        // Named accounts have nothing of what distinguishes addresses.
        let nothing = DescriptorKeys.addressCoin.map { ($0, JSON.bool(false)) }
        let hasAccounts = [("if", ledgers[1]), ("then", JSON.object([("properties", .object(nothing))]))]
        members.append(("allOf", .array([.object(hasAccounts)])))
        // What is not inherited must be written: a network of one's own whole, and the coin type of real money always.
        let needsAll = JSON.object([
            ("required", Schema.strings(["p2pkh", "p2sh"]))
        ])
        let whole = JSON.object([("anyOf", .array([.object([("required", Schema.strings(["like"]))]), needsAll]))])
        let kinds = NetworkKind.allCases.map { ($0.rawValue, whole) }
        let inherits = JSON.object([("required", Schema.strings(["extends"]))])
        let mainIsThere = JSON.object([("networks", .object([("required", Schema.strings(["main"]))]))])
        let all = JSON.object([
            ("networks", .object([("minProperties", .number(1)), ("properties", .object(kinds))])),
            ("account-chain", .object([("required", Schema.strings(["chain-id"]))])),
        ])
        members += [
            ("if", inherits), ("then", .object([("properties", mainIsThere)])),
            (
                "else",
                .object([
                    ("properties", all),
                    ("dependencies", .object([("account-chain", Schema.strings(["plugin"]))])),
                ])
            ),
        ]
        return .object(members)
    }

    private static func shape(_ key: String) -> JSON? {
        switch key {
        case "extends":
            Schema.described(
                "Another coin whose values count where this one has none. Title, ticker and coin type are not taken over.",
                ("allOf", .array([Schema.identifier])))
        case "title":
            Schema.label(
                "Its name for people. Without it, the id with a capital letter.", limit: DescriptorLimits.title)
        case "ticker": Schema.label("Its short name beside amounts.", limit: DescriptorLimits.ticker)
        case "unit":
            Schema.label(
                "The name of its smallest unit. Without it: \(CoinDefaults.unit).", limit: DescriptorLimits.unit)
        case "decimals":
            Schema.integer(
                "Fraction digits of one whole coin. Without it: \(CoinDefaults.decimals).",
                in: DescriptorLimits.decimals)
        case "max-money":
            Schema.coins("The most that can exist, in whole coins. Without it: \(CoinDefaults.maxMoney).")
        case "dust":
            Schema.integer(
                "The smallest output that nodes relay, in the smallest unit. Without it: \(CoinDefaults.dust).",
                in: DescriptorLimits.units)
        case "fee-per-kb":
            Schema.described(
                "Fees for 1,000 bytes of transaction, in the smallest unit.",
                ("allOf", .array([Schema.reference("fees")])))
        case "coinbase-maturity":
            Schema.integer(
                "After how many blocks new coins can be spent. Without it: \(CoinDefaults.maturity).",
                in: DescriptorLimits.maturity)
        case "instant-send":
            Schema.choice(
                "Whether its network locks payments within seconds (DIP-10). Without it: none.",
                among: ["none", "automatic"])
        case "old-account":
            Schema.choice(
                "Where wallets older than BIP44 kept its money. One coin only can have it. Without it: none.",
                among: ["none", "m/0'"])
        case "plugin":
            Schema.described(
                "The plugin that handles it. Without it: \(CoinDefaults.plugin).",
                ("allOf", .array([Schema.identifier])))
        case "networks":
            Schema.described("The numbers of its networks.", ("allOf", .array([Schema.reference("networks")])))
        case "account-chain":
            Schema.described(
                "The chain on which its money lies in named accounts, in the place of networks.",
                ("allOf", .array([Schema.reference("account-chain")])))
        default: nil
        }
    }

    private static func fee(_ key: String) -> JSON? {
        let standard = CoinDefaults.fees
        return switch key {
        case "min":
            Schema.integer("Below this nodes do not relay. Without it: \(standard.min).", in: DescriptorLimits.units)
        case "normal":
            Schema.integer(
                "Used where the network gives no estimate. Without it: \(standard.normal), or as near to it as the others "
                    + "allow.", in: DescriptorLimits.units)
        case "high":
            Schema.integer(
                "Above this the person is warned. Without it: \(standard.high), or as near to it as the others allow.",
                in: DescriptorLimits.units)
        case "max":
            Schema.integer("Above this nothing is signed. Without it: \(standard.max).", in: DescriptorLimits.units)
        default: nil
        }
    }
}
