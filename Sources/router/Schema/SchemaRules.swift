import ExactJSON
import SchemeRouter

/// What the keys of one mapping have to do with each other, which the reader's table does not say.
extension DescriptorSchema {
    static func reference(_ name: String) -> JSON {
        .object([("$ref", .string("#/definitions/\(name)"))])
    }

    static func strings(_ texts: [String]) -> JSON {
        .array(texts.map(JSON.string))
    }

    private static func required(_ keys: String...) -> JSON {
        .object([("required", strings(keys))])
    }

    /// Money lies at addresses or in named accounts, and what is not inherited must be written.
    static var coinRules: [Member] {
        let ledgers = [required("networks"), required("account-chain")]
        // Named accounts have nothing of what distinguishes addresses.
        let nothing = DescriptorSection.addressCoin.map { ($0, JSON.bool(false)) }
        let hasAccounts = [("if", ledgers[1]), ("then", JSON.object([("properties", .object(nothing))]))]
        // A network of one's own whole, and the coin type of real money always.
        let whole = JSON.object([("anyOf", .array([required("like"), required("p2pkh", "p2sh")]))])
        let kinds = DescriptorSection.networks.names.map { ($0, whole) }
        let all = JSON.object([
            ("networks", .object([("minProperties", .number(1)), ("properties", .object(kinds))])),
            ("account-chain", required("chain-id")),
        ])
        return [
            ("oneOf", .array(ledgers)), ("allOf", .array([.object(hasAccounts)])), ("if", required("extends")),
            ("then", .object([("properties", .object([("networks", required("main"))]))])),
            (
                "else",
                .object([
                    ("properties", all),
                    ("dependencies", .object([("account-chain", strings(["plugin"]))])),
                ])
            ),
        ]
    }

    /// Of the network with real money.
    static var realMoney: [Member] {
        [("required", strings(["bip44"])), ("properties", .object([("bip44", notOfTests)]))]
    }

    /// SLIP-44 has the coin type 1 for the test networks of all coins.
    static var notOfTests: JSON { .object([("not", .object([("const", .number(1))]))]) }

    static var networkRules: [Member] {
        [("dependencies", .object([("xpub", strings(["xprv"])), ("xprv", strings(["xpub"]))]))]
    }

    static var schemeRules: [Member] {
        let wholes = [
            required("extends"), required("coin", "grammar"), required("coins", "grammar"),
            required("title", "grammar", "enabled"),
        ]
        return [("anyOf", .array(wholes))]
    }

    static var exampleRules: [Member] { [("oneOf", .array([required("is"), required("error")]))] }
}
