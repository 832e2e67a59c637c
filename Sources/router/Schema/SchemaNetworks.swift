import ExactJSON
import SchemeRouter

/// What the JSON schema says of the networks of coins, and of chains with named accounts.
extension SchemaCoins {
    static func networkEntry(_ kind: String) -> JSON? {
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
            ("properties", .object([("bip44", notOfTests)])))
    }

    /// SLIP-44 has the coin type 1 for the test networks of all coins.
    private static var notOfTests: JSON { .object([("not", .object([("const", .number(1))]))]) }

    static var accountChain: JSON {
        Schema.object(DescriptorKeys.accountChain, required: ["bip44"]) { key in
            switch key {
            case "chain-id":
                Schema.described(
                    "The id of the chain, as “get_info” of a node says it.", ("type", .string("string")),
                    ("pattern", .string("^[0-9a-fA-F]{\(DescriptorLimits.chainID)}$")))
            case "bip44":
                Schema.described(
                    "BIP44 coin type (SLIP-44).",
                    (
                        "allOf",
                        .array([Schema.integer("What can be hardened.", in: DescriptorLimits.hardened), notOfTests])
                    ))
            default: nil
            }
        }
    }

    static var network: JSON {
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
        case "genesis":
            Schema.described(
                "Hash of the network's first block, by which its servers are told from others.",
                ("type", .string("string")),
                ("pattern", .string("^[0-9a-fA-F]{\(DescriptorLimits.chainID)}$")))
        default: nil
        }
    }
}
