import ExactJSON
import SchemeRouter

/// What the JSON schema says of coins.
enum SchemaCoins {
    private typealias Schema = DescriptorSchema

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
            ("network", network),
        ]
    }

    private static var coin: JSON {
        guard case .object(var members) = Schema.object(DescriptorKeys.coin, required: ["ticker", "networks"], shape)
        else { return .null }
        // What is not inherited must be written: a network of one's own whole, and the coin type of real money always.
        let needsAll = JSON.object([
            ("required", Schema.strings(["p2pkh", "p2sh"]))
        ])
        let whole = JSON.object([("anyOf", .array([.object([("required", Schema.strings(["like"]))]), needsAll]))])
        let kinds = NetworkKind.allCases.map { ($0.rawValue, whole) }
        let inherits = JSON.object([("required", Schema.strings(["extends"]))])
        let mainIsThere = JSON.object([("networks", .object([("required", Schema.strings(["main"]))]))])
        members += [
            ("if", inherits), ("then", .object([("properties", mainIsThere)])),
            (
                "else",
                .object([
                    (
                        "properties",
                        .object([
                            ("networks", .object([("minProperties", .number(1)), ("properties", .object(kinds))]))
                        ])
                    )
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
        case "instant-send":
            Schema.choice(
                "Whether its network locks payments within seconds (DIP-10). Without it: none.",
                among: ["none", "automatic"])
        case "plugin":
            Schema.described(
                "The plugin that handles it. Without it: \(CoinDefaults.plugin).",
                ("allOf", .array([Schema.identifier])))
        case "networks":
            Schema.described("The numbers of its networks.", ("allOf", .array([Schema.reference("networks")])))
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
        case "max":
            Schema.integer("Above this nothing is signed. Without it: \(standard.max).", in: DescriptorLimits.units)
        default: nil
        }
    }

    private static func networkEntry(_ kind: String) -> JSON? {
        let base = Schema.reference("network")
        let description =
            switch NetworkKind(rawValue: kind) {
            case .main: "The network with real money."
            case .test: "The public test network."
            case .regtest: "Private networks for tests."
            case nil: ""
            }
        guard kind == NetworkKind.main.rawValue else {
            return Schema.described(description, ("allOf", .array([base])))
        }
        return Schema.described(
            description, ("allOf", .array([base])), ("required", Schema.strings(["bip44"])),
            ("properties", .object([("bip44", .object([("not", .object([("const", .number(1))]))]))])))
    }

    private static var network: JSON {
        guard case .object(let members) = Schema.object(DescriptorKeys.network, networkShape) else { return .null }
        let pair = JSON.object([("xpub", Schema.strings(["xprv"])), ("xprv", Schema.strings(["xpub"]))])
        return .object(members + [("dependencies", pair)])
    }

    private static func networkShape(_ key: String) -> JSON? {
        let version = DescriptorLimits.version
        return switch key {
        case "like":
            Schema.choice(
                "Another network of this coin whose values count where this one has none.",
                among: NetworkKind.allCases.map(\.rawValue))
        case "p2pkh": Schema.integer("Version byte of an address that begins with a key hash.", in: version)
        case "p2sh":
            Schema.described(
                "Version byte of a script address; of two the first is written and both are read.",
                (
                    "anyOf",
                    .array([
                        Schema.integer("One version.", in: version),
                        Schema.list(
                            "Two versions.", of: Schema.integer("A version.", in: version),
                            ("minItems", .number(Int64(DescriptorLimits.p2shVersions.lowerBound))),
                            ("maxItems", .number(Int64(DescriptorLimits.p2shVersions.upperBound))),
                            ("uniqueItems", .bool(true))),
                    ])
                ))
        case "wif": Schema.integer("Version byte of a private key. Without it: p2pkh + 128.", in: version)
        case "xpub":
            Schema.integer(
                "Version of an extended public key, such as 0x0488B21E. Without it: BIP32's.",
                in: DescriptorLimits.extendedKeyVersion)
        case "xprv":
            Schema.integer(
                "Version of an extended private key, such as 0x0488ADE4. Without it: BIP32's.",
                in: DescriptorLimits.extendedKeyVersion)
        case "bech32":
            Schema.described(
                "First part of segwit addresses. Without it the coin has none.", ("type", .string("string")),
                (
                    "pattern",
                    .string(
                        "^[!-@\\[-~]{\(DescriptorLimits.humanReadablePart.lowerBound),"
                            + "\(DescriptorLimits.humanReadablePart.upperBound)}$")
                ))
        case "bip44":
            Schema.integer("BIP44 coin type (SLIP-44). Test networks have 1 without it.", in: DescriptorLimits.hardened)
        default: nil
        }
    }
}
