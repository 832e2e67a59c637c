/// The keys of descriptor files. The reader and the JSON schema that editors use both take them from here.
package enum DescriptorKeys {
    /// The version of the format.
    package static let version: Int64 = 1
    /// Of a file.
    package static let file = ["version", "coins", "schemes"]
    /// Of a coin.
    package static let coin = [
        "extends", "title", "ticker", "unit", "decimals", "max-money", "dust", "fee-per-kb",
        "coinbase-maturity", "instant-send", "old-account", "plugin", "networks", "account-chain",
    ]
    /// Of a coin whose money lies at addresses, and of no other.
    package static let addressCoin = [
        "unit", "max-money", "dust", "fee-per-kb", "coinbase-maturity", "instant-send", "old-account",
    ]
    /// Of a coin that an earlier file describes: what a later one may make stricter.
    package static let coinAmendment = ["max-money", "fee-per-kb", "coinbase-maturity"]
    /// Of `fee-per-kb`.
    package static let fees = ["min", "normal", "high", "max"]
    /// Of a network.
    package static let network = ["like", "p2pkh", "p2sh", "wif", "xpub", "xprv", "bech32", "bip44", "genesis"]
    /// Of `account-chain`.
    package static let accountChain = ["chain-id", "bip44"]
    /// Of a scheme.
    package static let scheme = [
        "replaces", "extends", "coin", "coins", "title", "grammar", "callbacks", "enabled", "aliases", "actions",
        "examples",
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

/// The bounds of values in descriptor files. The reader and the JSON schema both take them from here.
package enum DescriptorLimits {
    /// Characters of a name for people.
    package static let title = 40
    /// Characters of the short name beside amounts.
    package static let ticker = 12
    /// Characters of the name of the smallest unit.
    package static let unit = 20
    /// Bytes of a name of ours.
    package static let identifier = 32
    /// Bytes of a scheme.
    package static let scheme = SchemeName.maxLength
    /// Fraction digits of one whole coin.
    package static let decimals: ClosedRange<Int64> = 0...18
    /// Amounts in the smallest unit. One less than can be counted, so that there is always a larger one.
    package static let units: ClosedRange<Int64> = 0...Int64.max - 1
    /// Blocks until new coins can be spent.
    package static let maturity: ClosedRange<Int64> = 0...1_000_000
    /// Hexadecimal digits of the id of a chain, and of the hash of a block.
    package static let chainID = 64
    /// Base58Check version bytes.
    package static let version: ClosedRange<Int64> = 0...255
    /// Version bytes of an extended key (BIP32).
    package static let extendedKeyVersion: ClosedRange<Int64> = 0...0xFFFF_FFFF
    /// BIP44 coin types and account numbers: what can be hardened.
    package static let hardened: ClosedRange<Int64> = 0...0x7FFF_FFFF
    /// Characters of a stranger's text.
    package static let text: ClosedRange<Int64> = 0...500
    /// How many p2sh versions an address can have.
    package static let p2shVersions = 1...2
    /// Characters of a human-readable part (BIP173).
    package static let humanReadablePart = 1...83
}
