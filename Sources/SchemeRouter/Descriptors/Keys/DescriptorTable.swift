/// The table of all keys of descriptor files.
///
/// No key lets a descriptor decide (S3, S7) whether the person is asked, what `req-` means, which schemes get no
/// callback, upper limits, how often to decode, programs, or endpoints.
extension DescriptorSection {
    package static let file = DescriptorSection(
        "a file",
        DescriptorKey("version", .version(1), "The version of this format."),
        DescriptorKey("coins", .named({ coin }), "The coins, by id."),
        DescriptorKey("schemes", .named({ scheme }), "The schemes whose links are read or reserved."))

    package static let scheme = DescriptorSection(
        "a scheme",
        DescriptorKey(
            "replaces", .digest,
            "The digest of the earlier description that this one replaces; the list of schemes in JSON has it."),
        DescriptorKey(
            "extends", .scheme, also: "inherits base parent like from",
            "Another scheme that supplies the values missing here. Title, aliases, examples and “enabled” "
                + "are not inherited."),
        DescriptorKey("coin", .identifier, layers: .inherited, "The coin of its links."),
        DescriptorKey(
            "coins", .identifiers, layers: .inherited, "The possible coins of its links; the address determines which."),
        DescriptorKey(
            "title", .title(40), also: "name label display-name", "Its display name. The default is that of the coin."),
        DescriptorKey(
            "grammar", .choice("grammar") { SchemeDescriptor.Grammar.allCases.map(\.rawValue) }, layers: .inherited,
            also: "format protocol syntax",
            "How its links are written. Without it, “links” describes links that this wallet answers."),
        DescriptorKey(
            "callbacks", .replyForm, layers: .inherited,
            "The form of the reply to the requesting app. Without it, there is no reply."),
        DescriptorKey(
            "enabled", .boolean, layers: .tightened, also: "disabled active",
            "false reserves the scheme: its links are rejected."),
        DescriptorKey("aliases", .schemes, also: "alias names", "Other schemes whose links have the same meaning."),
        DescriptorKey(
            "actions", .mapping({ actions }), layers: [.inherited, .tightened], "What its links may ask for."),
        DescriptorKey(
            "examples", .list({ example }), layers: .tightened,
            "Links and their expected results, which are tested when the file is checked."),
        DescriptorKey(
            "plugin", .plugin, layers: .inherited,
            "The plugin that reads its links. Without it, that of the coin; for the grammar “uri”, the one that reads "
                + "“links”."),
        DescriptorKey(
            "hand-over", .choice("form of hand-over") { ["only", "exact"] }, layers: .inherited,
            also: "handover forward",
            "For links that another wallet handles, with or without a coin: “only”, or “exact” where any change to a "
                + "link would break it."),
        DescriptorKey(
            "address-network", .choice("network") { NetworkKind.allCases.map(\.rawValue) },
            standard: NetworkKind.main.rawValue,
            "The network of the addresses in links of the grammar “uri”, for schemes of test networks."),
        DescriptorKey(
            "links", .mapping({ links }), layers: .inherited,
            "How its links are written: those of the grammar “uri”, which are handed over, or without “grammar” those that this "
                + "wallet answers. For “bip21”, which ways to pay they offer."),
        // Never inherited: another coin's wallets have other requests.
        DescriptorKey(
            "otherwise", .mapping({ links }), also: "others else",
            "Requests in links of this scheme that only other wallets carry out: they are written like those of the grammar "
                + "“uri”, and handed over unchanged."))

    package static let coin = DescriptorSection(
        "a coin",
        DescriptorKey(
            "extends", .identifier, also: "inherits base parent like from",
            "Another coin that supplies the values missing here. Title, ticker and coin type are not inherited."),
        DescriptorKey(
            "title", .title(40), also: "name label display-name",
            "Its display name. The default is the id with a capital letter."),
        DescriptorKey(
            "ticker", .label(12), also: "symbol code abbreviation short-name", "Its short name, shown after amounts."),
        DescriptorKey(
            "unit", .title(20), layers: .inherited, standard: "satoshi", "The name of its smallest unit."),
        DescriptorKey(
            "decimals", .integer(0...30), layers: .inherited, standard: "8",
            also: "precision digits decimal-places", "Fraction digits of one whole coin."),
        DescriptorKey(
            "max-money", .coins, layers: [.inherited, .tightened], standard: "21000000",
            also: "supply max-supply total-supply maxmoney", "The most that can exist, in whole coins."),
        // Bitcoin Core's value for a P2PKH output.
        DescriptorKey(
            "dust", .integer(DescriptorLimits.units), layers: .inherited, standard: "546",
            also: "dust-limit min-output", "The smallest output that nodes relay, in the smallest unit."),
        DescriptorKey(
            "fee-per-kb", .mapping({ fees }), layers: [.inherited, .tightened], also: "fee fees fee-rate feerate",
            "Fees per 1,000 bytes of a transaction, in the smallest unit."),
        DescriptorKey(
            "coinbase-maturity", .integer(0...1_000_000), layers: [.inherited, .tightened],
            standard: "\(AddressLedger.usualMaturity)", "How many blocks must pass before new coins can be spent."),
        DescriptorKey(
            "transactions", .choice("form of transactions") { TransactionForm.allCases.map(\.rawValue) },
            layers: .inherited, standard: TransactionForm.plain.rawValue,
            "How its transactions are written: “dip-2” for coins with transaction types and payloads, without segwit."),
        DescriptorKey(
            "lock", .choice("kind of lock") { ["automatic", "none"] }, layers: .inherited, standard: "none",
            "Whether its network locks payments within seconds."),
        // Never inherited: the keys of the old account belong to one coin (S12).
        DescriptorKey(
            "old-account", .choice("path of an old account") { ["m/0'", "none"] }, standard: "none",
            "Where wallets older than BIP44 kept its money. Only one coin can have it."),
        DescriptorKey(
            "mixing-account", .choice("path of a mixing account") { ["m/9'/coin'/4'/account'", "none"] },
            standard: "none", "Where its wallets keep money mixed with that of others (DIP-9)."),
        DescriptorKey(
            "plugin", .plugin, layers: .inherited, standard: usualPlugin, "The plugin that handles it."),
        DescriptorKey("networks", .mapping({ networks }), "The numbers of its networks."),
        DescriptorKey(
            "account-chain", .mapping({ accountChain }), also: "chain accounts",
            "The chain whose named accounts hold its money; replaces “networks”."),
        DescriptorKey(
            "hand-over", .choice("form of hand-over") { ["only"] }, also: "handover",
            "“only” for a coin that no wallet here has; replaces “networks”. Its links are checked and handed over."),
        DescriptorKey(
            "addresses", .mapping({ coinAddresses }), also: "address-kinds",
            "The kinds of addresses of such a coin, by network."))

    /// The plugin of coins described only in YAML. Like all defaults, it is part of the format.
    private static let usualPlugin = "bitcoin-like"

    /// The keys that only coins with addresses have.
    package static let addressCoin = [
        "unit", "max-money", "dust", "fee-per-kb", "coinbase-maturity", "transactions", "lock", "old-account",
        "mixing-account",
    ]

    package static let network = DescriptorSection(
        "a network of a coin",
        DescriptorKey(
            "like", .choice("network") { NetworkKind.allCases.map(\.rawValue) }, also: "extends same-as",
            "Another network of this coin that supplies the values missing here."),
        DescriptorKey(
            "p2pkh", .integer(version), layers: .inherited,
            also: "pubkeyhash pubkey-hash pubkey-address address-version",
            "Version byte of an address that holds a key hash."),
        DescriptorKey(
            "p2sh", .integers(version), layers: .inherited, also: "scripthash script-hash script-address",
            "Version byte of a script address; if there are two, the first is written and both are read."),
        DescriptorKey(
            "wif", .integer(version), layers: .inherited, also: "secret-key private-key wif-version",
            "Version byte of a private key. The default is p2pkh + 128."),
        DescriptorKey(
            "xpub", .integer(0...0xFFFF_FFFF), layers: .inherited,
            "Version of an extended public key, such as 0x0488B21E. The default is BIP32's."),
        DescriptorKey(
            "xprv", .integer(0...0xFFFF_FFFF), layers: .inherited,
            "Version of an extended private key, such as 0x0488ADE4. The default is BIP32's."),
        DescriptorKey(
            "bech32", .humanReadablePart, layers: .inherited, also: "hrp segwit bech32-hrp",
            "Human-readable part of segwit addresses. Without it, the coin has no segwit addresses."),
        DescriptorKey(
            "addresses", .list({ addressForm }), layers: .inherited, also: "address-kinds",
            "The kinds of its addresses, if they are not told apart by numbers. Replaces p2pkh and the numbers after it."
        ),
        DescriptorKey(
            "bip44", .integer(DescriptorLimits.hardened), layers: .inherited,
            also: "coin-type cointype slip44 slip-44 bip44-coin-type",
            "BIP44 coin type (SLIP-44). The default for test networks is 1."),
        DescriptorKey(
            "genesis", .hash(hint: "a node reports it: getblockhash 0"), also: "genesis-hash genesis-block first-block",
            "Hash of the network's first block, which identifies servers of this network."),
        // Never inherited: another network has its own rules.
        DescriptorKey(
            "upgrade", .mapping({ upgrade }), also: "fork softfork hard-fork",
            "The latest change of the network's rules. The person is told of a node that does not know it."))

    /// The keys that only networks have whose addresses are written as Bitcoin's.
    package static let numbersOfAddresses = ["p2pkh", "p2sh", "wif", "xpub", "xprv", "bech32"]

    package static let upgrade = DescriptorSection(
        "“upgrade” of a network",
        DescriptorKey("name", .identifier, "Its name under “softforks” in a node's “getblockchaininfo”."),
        DescriptorKey(
            "version", .integer(1...999_999_999),
            "The first version of a node that knows it, as “getnetworkinfo” writes it: 240000 is 24.0.0."),
        DescriptorKey(
            "height", .integer(1...Int64(BlockHeight.limit - 1)), also: "block",
            "The first block that may follow the new rules. Leave it out if that is not known."))

    /// Base58Check version bytes.
    private static let version: ClosedRange<Int64> = 0...255

    /// `fee-per-kb`: 1, 10, 100 and 1,500 satoshi per byte. Bitcoin's fees exceeded 100 on few days, and hardly ever
    /// 1,000.
    package static let fees = DescriptorSection(
        "“fee-per-kb” of a coin",
        DescriptorKey(
            "min", .integer(DescriptorLimits.units), layers: [.inherited, .tightened], standard: "1000",
            also: "minimum lowest at-least", "Below this, nodes do not relay."),
        DescriptorKey(
            "normal", .integer(DescriptorLimits.units), layers: [.inherited, .tightened], standard: "10000",
            "Used where the network gives no estimate. The default is the usual value, or the nearest that the "
                + "others allow."),
        DescriptorKey(
            "high", .integer(DescriptorLimits.units), layers: [.inherited, .tightened], standard: "100000",
            "Above this, the person is warned. The default is the usual value, or the nearest that the others allow."),
        DescriptorKey(
            "max", .integer(DescriptorLimits.units), layers: [.inherited, .tightened], standard: "1500000",
            also: "maximum highest limit at-most", "Above this, nothing is signed."))

    package static let accountChain = DescriptorSection(
        "“account-chain” of a coin",
        DescriptorKey(
            "chain-id", .hash(hint: "a node of the chain reports it: “get_info”, “chain_id”"),
            layers: .inherited,
            also: "chain id chainid", "The id of the chain, as a node's “get_info” returns it."),
        DescriptorKey("bip44", .integer(DescriptorLimits.hardened), "BIP44 coin type (SLIP-44)."))

    package static let networks = DescriptorSection(
        "“networks” of a coin",
        DescriptorKey(
            NetworkKind.main.rawValue, .mapping({ network }), layers: .inherited, also: "mainnet",
            "The network with real money."),
        DescriptorKey(
            NetworkKind.test.rawValue, .mapping({ network }), layers: .inherited, also: "testnet",
            "The public test network."),
        DescriptorKey(
            NetworkKind.regtest.rawValue, .mapping({ network }), layers: .inherited, "Private networks for tests."))

    package static let action = DescriptorSection(
        "an action",
        DescriptorKey(
            "params", .mapping({ parameters }), also: "parameters arguments", "The parameters that are read."))

    package static let parameter = DescriptorSection(
        "a parameter",
        DescriptorKey(
            "type", .choice("type") { ParameterName.ValueType.allCases.map(\.rawValue) }, also: "kind",
            "The type of its value."),
        DescriptorKey("required", .boolean, also: "mandatory needed", "Whether a link must have it."),
        DescriptorKey("min", .bound, "The smallest amount, in whole coins."),
        DescriptorKey("max", .bound, "The highest account number, or the most characters."))

    package static let example = DescriptorSection(
        "an example",
        DescriptorKey("url", .anyText, also: "link uri", "The link."),
        DescriptorKey("is", .mapping({ outcome }), also: "expect outcome", "What it asks for."),
        DescriptorKey(
            "error", .choice("error") { RequestError.Code.allCases.map(\.rawValue) }, also: "fails reject",
            "The error that rejects it."))

    /// The expected result of an example.
    package static let outcome = DescriptorSection(
        nil,
        DescriptorKey("action", .choice("action") { Action.allCases.map(\.descriptorKey) }, "The action."),
        DescriptorKey("amount", .integer(DescriptorLimits.units), "The amount of a payment, in the smallest unit."))

    package static let actions = DescriptorSection(
        "“actions” of a scheme",
        Action.allCases.map { kind in
            DescriptorKey(
                kind.descriptorKey, .action({ action }), also: kind.synonyms,
                "Links may ask for this; “none” removes it.")
        })

    package static let parameters = DescriptorSection(
        "“params” of an action",
        ParameterName.allCases.map { name in
            DescriptorKey(name.rawValue, .mapping({ parameter }), "The parameter “\(name.rawValue)” of links.")
        })

    /// All sections with an owner, in the order in which a key is searched for.
    static let all = [
        file, scheme, coin, network, fees, accountChain, networks, upgrade, action, parameter, example, actions,
        parameters,
        addressForm, links, linkKeys, linkAmounts, linkForm, linkParameter, linkValue, lineForm, lineRule, linkPage,
        coinAddresses,
    ]
}

extension Action {
    fileprivate var synonyms: String {
        switch self {
        case .payment: "pay"
        case .address: "receive addresses"
        case .masterPublicKey: "xpub"
        case .scanQR: "scan qr"
        case .login, .transfer, .transaction, .sign, .openHome, .openDapp, .withdraw, .channel, .askServer, .delegate,
            .claim, .contact:
            ""
        }
    }
}

/// Limits that several keys share, or that are not numbers.
package enum DescriptorLimits {
    /// Bytes of a scheme.
    package static let scheme = SchemeName.maxLength
    /// Bytes of an identifier.
    package static let identifier = 32
    /// Amounts in the smallest unit. One below the maximum of the type, so that a larger number always exists.
    package static let units: ClosedRange<Int64> = 0...Int64.max - 1
    /// Hexadecimal digits of a chain id and of a block hash.
    package static let hash = 64
    /// BIP44 coin types and account numbers: the indices that can be hardened.
    package static let hardened: ClosedRange<Int64> = 0...0x7FFF_FFFF
    /// Characters of foreign text.
    package static let text: ClosedRange<Int64> = 0...500
    /// The number of p2sh versions an address can have.
    package static let p2shVersions = 1...2
    /// Characters of a human-readable part (BIP173).
    package static let humanReadablePart = 1...83
}
