import ExactJSON
import SchemeRouter

/// What the keys of one mapping have to do with each other, which the reader's table does not say.
extension DescriptorSchema {
    static func reference(_ name: String) -> JSON { JSON(["$ref": "#/definitions/\(name)"]) }

    private static func required(_ keys: String...) -> JSON { JSON(["required": keys]) }

    /// Money lies at addresses or in named accounts, and what is not inherited must be written.
    static var coinRules: JSON {
        let ledgers = [required("networks"), required("account-chain")]
        // Named accounts have nothing of what distinguishes addresses.
        let nothing = DescriptorSection.addressCoin.map { ($0, JSON.bool(false)) }
        let hasAccounts = JSON(["if": ledgers[1], "then": JSON(["properties": JSON.object(nothing)])])
        // A network of one's own whole, and the coin type of real money always.
        let whole = JSON(["anyOf": [required("like"), required("p2pkh", "p2sh")]])
        let kinds = DescriptorSection.networks.names.map { ($0, whole) }
        let all = JSON([
            "networks": JSON(["minProperties": 1, "properties": JSON.object(kinds)]),
            "account-chain": required("chain-id"),
        ])
        return JSON([
            "oneOf": ledgers, "allOf": [hasAccounts], "if": required("extends"),
            "then": JSON(["properties": JSON(["networks": required("main")])]),
            "else": JSON(["properties": all, "dependencies": JSON(["account-chain": ["plugin"]])]),
        ])
    }

    /// Of the network with real money.
    static var realMoney: JSON { JSON(["required": ["bip44"], "properties": JSON(["bip44": notOfTests])]) }

    /// SLIP-44 has the coin type 1 for the test networks of all coins.
    static var notOfTests: JSON { JSON(["not": JSON(["const": 1])]) }

    static var networkRules: JSON { JSON(["dependencies": JSON(["xpub": ["xprv"], "xprv": ["xpub"]])]) }

    static var schemeRules: JSON {
        let wholes = [
            required("extends"), required("coin", "grammar"), required("coins", "grammar"),
            required("title", "grammar", "enabled"),
        ]
        return JSON(["anyOf": wholes])
    }

    static var exampleRules: JSON { JSON(["oneOf": [required("is"), required("error")]]) }
}
