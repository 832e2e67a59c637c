/// The keys of descriptor files. The reader and the JSON schema that editors use both take them from here.
package enum DescriptorKeys {
    /// Of a file.
    package static let file = ["version", "coins", "schemes"]
    /// Of a coin.
    package static let coin = [
        "extends", "title", "ticker", "unit", "decimals", "max-money", "dust", "fee-per-kb", "instant-send", "plugin",
        "networks",
    ]
    /// Of a coin that an earlier file describes: what a later one may make stricter.
    package static let coinAmendment = ["max-money", "fee-per-kb"]
    /// Of `fee-per-kb`.
    package static let fees = ["min", "normal", "max"]
    /// Of a network.
    package static let network = ["like", "p2pkh", "p2sh", "wif", "xpub", "xprv", "bech32", "bip44"]
    /// Of a scheme.
    package static let scheme = [
        "replaces", "extends", "coin", "title", "grammar", "callbacks", "enabled", "aliases", "actions", "examples",
    ]
    /// Of a scheme that an earlier file describes: what a later one may make stricter, and examples of it.
    package static let schemeAmendment = ["enabled", "actions", "examples"]
    /// Of an action.
    package static let action = ["params"]
    /// Of a parameter.
    package static let parameter = ["type", "required", "min", "max"]
    /// Of an example.
    package static let example = ["url", "is", "error"]
    /// Of what comes of an example.
    package static let outcome = ["action", "amount"]
}
