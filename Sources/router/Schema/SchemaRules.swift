import ExactJSON
import SchemeRouter

/// Rules between the keys of one mapping, which the reader's table does not state.
extension DescriptorSchema {
    static func reference(_ name: String) -> JSON { JSON(["$ref": "#/definitions/\(name)"]) }

    private static func required(_ keys: String...) -> JSON { JSON(["required": keys]) }

    /// A coin's money is at addresses or in named accounts, and whatever is not inherited is required.
    static var coinRules: JSON {
        let ledgers = [required("networks"), required("account-chain"), required("hand-over")]
        // Coins with named accounts have none of the keys for addresses.
        let nothing = DescriptorSection.addressCoin.map { ($0, JSON.bool(false)) }
        let hasAccounts = JSON(["if": ledgers[1], "then": JSON(["properties": JSON.object(nothing)])])
        // A coin without a wallet here only says how its addresses and amounts are written.
        let elsewhere = DescriptorSection.addressCoin.filter { $0 != "unit" && $0 != "max-money" } + ["extends"]
        let isElsewhere = JSON([
            "if": ledgers[2], "then": JSON(["properties": JSON.object(elsewhere.map { ($0, JSON.bool(false)) })]),
            "else": JSON(["dependencies": JSON(["addresses": ["networks"]])]),
        ])
        // A network of one's own must be complete, and the coin type of real money is always required.
        let whole = JSON(["anyOf": [required("like"), required("p2pkh", "p2sh"), required("addresses")]])
        let kinds = DescriptorSection.networks.names.map { ($0, whole) }
        let all = JSON([
            "networks": JSON(["minProperties": 1, "properties": JSON.object(kinds)]),
            "account-chain": required("chain-id"),
        ])
        return JSON([
            "oneOf": ledgers, "allOf": [hasAccounts, isElsewhere], "if": required("extends"),
            "then": JSON(["properties": JSON(["networks": required("main")])]),
            "else": JSON(["properties": all, "dependencies": JSON(["account-chain": ["plugin"]])]),
        ])
    }

    /// For the network with real money.
    static var realMoney: JSON { JSON(["required": ["bip44"], "properties": JSON(["bip44": notOfTests])]) }

    /// SLIP-44 has the coin type 1 for the test networks of all coins.
    static var notOfTests: JSON { JSON(["not": JSON(["const": 1])]) }

    static var networkRules: JSON {
        let numbers = DescriptorSection.numbersOfAddresses.map { required($0) }
        return JSON([
            "dependencies": JSON([
                "xpub": ["xprv"], "xprv": ["xpub"], "addresses": JSON(["not": JSON(["anyOf": numbers])]),
            ])
        ])
    }

    static var schemeRules: JSON {
        let wholes = [
            required("extends"), required("coin", "grammar"), required("coins", "grammar"),
            required("coin", "links"), required("coins", "links"), required("title", "grammar", "enabled"),
            required("title", "grammar", "hand-over"),
        ]
        return JSON(["anyOf": wholes])
    }

    static var exampleRules: JSON { JSON(["oneOf": [required("is"), required("error")]]) }

    /// Each kind of address has its own keys.
    static var addressFormRules: JSON {
        let kinds = AddressForm.Kind.allCases.map { kind in
            let names = AddressForm.Kind.commonKeys + kind.keys.needed + kind.keys.optional
            let then = JSON(["propertyNames": JSON(["enum": names]), "required": kind.keys.needed])
            return JSON([
                "if": JSON(["properties": JSON(["kind": JSON(["const": kind.rawValue])])]), "then": then,
            ])
        }
        let isHash = JSON([
            "if": JSON(["properties": JSON(["kind": JSON(["const": AddressForm.Kind.cashaddr.rawValue])])]),
            "then": JSON(["oneOf": [required("types"), required("versions", "bytes")]]),
        ])
        let isTrue = JSON(["const": true])
        let isSecret = JSON([
            "if": JSON(["required": ["secret"], "properties": JSON(["secret": isTrue])]),
            "then": JSON([
                "not": JSON(["anyOf": ["pays", "why", "named", "memo", "warn", "says"].map { required($0) }])
            ]),
        ])
        let unpaid = JSON(["properties": JSON(["pays": JSON(["const": false])])])
        let ofUnpaid = ["why", "named"].map {
            JSON(["if": required($0), "then": JSON(["required": ["pays"]]).adding(unpaid)])
        }
        // An address that cannot be paid has no memo and needs no warning.
        let isUnpaid = JSON([
            "if": JSON(["required": ["pays"]]).adding(unpaid),
            "then": JSON(["not": JSON(["anyOf": ["memo", "warn", "says"].map { required($0) }])]),
        ])
        return JSON([
            "allOf": kinds + [isHash, isSecret, isUnpaid] + ofUnpaid, "dependencies": JSON(["eip1191": ["checksum"]]),
        ])
    }
}
