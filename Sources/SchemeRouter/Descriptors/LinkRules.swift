/// The syntax and meaning of the links of a scheme: its `links:`.
///
/// Links of the grammar `uri` are read, checked, explained, and handed over to one of the person's wallets
/// (Documentation/adding-a-protocol.md); others this wallet answers itself. A class, so that schemes without a description
/// store only one pointer.
public final class LinkRules: Sendable {
    /// The rule for `//` after the scheme's colon.
    public let slashes: Slashes
    /// How the names of parameters are written.
    public let keys: KeyRules
    /// How amounts are written.
    public let amounts: AmountRules
    /// The network of its addresses: a test network can have its own scheme.
    public let network: NetworkKind
    /// Whether any change would invalidate a link, so that other programs never receive another form of it (S15).
    public let isExact: Bool
    /// The forms of its links; the first one with a matching path counts.
    public let forms: [DescribedForm]
    /// Parameters that offer ways to pay, in links that this wallet answers (BIP321).
    public let instructions: [InstructionRule]
    /// The numbers that identify chains in payloads.
    public let chains: [ChainAlias]
    /// Texts without a scheme that are read as its links.
    public let texts: [LineForm]
    /// Pages of wallets whose addresses are read as its links.
    public let pages: [LinkPage]
    /// What they say of links that this wallet answers; nil for others, and if `grammar` says it.
    let wallet: WalletRules?
    /// Whether any form of its links allows `@`; each form says where.
    let takesAt: Bool
    /// Whether a link can have a secret, so that nothing of a wrong one is quoted.
    let hasSecret: Bool

    /// The name of the plugin that reads such links.
    public static let plugin = "described-links"

    init(
        slashes: Slashes = .optional, keys: KeyRules = KeyRules(), amounts: AmountRules = AmountRules(),
        network: NetworkKind = .main, isExact: Bool = false, forms: [DescribedForm],
        instructions: [InstructionRule] = [], chains: [ChainAlias] = [], texts: [LineForm] = [], pages: [LinkPage] = [],
        wallet: WalletRules? = nil
    ) {
        self.slashes = slashes
        self.keys = keys
        self.amounts = amounts
        self.network = network
        self.isExact = isExact
        self.forms = forms
        self.instructions = instructions
        self.chains = chains
        (self.texts, self.pages) = (texts, pages)
        self.wallet = wallet
        takesAt = forms.contains(where: \.takesAt)
        hasSecret = forms.contains(where: \.hasSecret)
    }

    /// Whether all of its links are known, and refused.
    public var refusesAll: Bool { !forms.isEmpty && forms.allSatisfy { $0.refusal != nil } }

    /// Without what `grammar` says in one word; nil if nothing is left.
    var withoutUsual: LinkRules? {
        guard wallet?.hasName == true else { return self }
        return instructions.isEmpty ? nil : LinkRules(forms: [], instructions: instructions)
    }

    /// Whether `//` follows the scheme's colon. The raw values are those of descriptors.
    public enum Slashes: String, Sendable, Hashable, CaseIterable {
        /// Optional and meaningless.
        case optional
        /// Never.
        case forbidden
        /// Always, but meaningless.
        case required
        /// Part of the path, which the forms spell out.
        case meant
    }
}

extension LinkRules: Hashable {
    /// Whether both have the same rules.
    public static func == (left: LinkRules, right: LinkRules) -> Bool {
        left === right
            || (left.slashes == right.slashes && left.keys == right.keys && left.amounts == right.amounts
                && left.network == right.network && left.isExact == right.isExact && left.forms == right.forms
                && left.instructions == right.instructions && left.chains == right.chains
                && left.texts == right.texts && left.pages == right.pages
                && left.wallet == right.wallet)
    }

    /// Hashes the rules in which descriptions differ.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(forms)
        hasher.combine(instructions)
    }
}

/// How parameter names are written.
public struct KeyRules: Sendable, Hashable {
    /// Whether case is ignored.
    public var ignoresCase = false
    /// Whether `+` in a text means a space, as web forms write it.
    public var plusIsSpace = false
    /// Whether `+` means a space in every value, as in links made by web forms (SEP-7).
    public var plusIsSpaceEverywhere = false
    /// The highest index after a name, as in `amount.2` (ZIP-321); nil if names have none.
    public var highestIndex: Int?
    /// What `req-` before a name means.
    public var required = RequiredPrefix.name
    /// Whether percent-encoding is allowed only in texts.
    public var escapesOnlyTexts = false
    /// Whether parameters without a rule are meant only for the server that the link names.
    public var othersAreServers = false

    /// The meaning of `req-` before a name. The raw values are those of descriptors.
    public enum RequiredPrefix: String, Sendable, Hashable, CaseIterable {
        /// A wallet that does not support the parameter must reject the link (BIP321).
        case modifier
        /// It is part of the name; a wallet that does not know the name must reject the link (ZIP-321).
        case name
    }

    /// The defaults: names are compared exactly, and `+` is a plus.
    public init() {}
}

/// How the amounts of links are written.
public struct AmountRules: Sendable, Hashable {
    /// The form. The raw values are those of descriptors.
    public enum Form: String, Sendable, Hashable, CaseIterable {
        /// Whole coins with an optional point, `1.5`.
        case decimal
        /// The smallest unit, with an optional exponent, `2.014e18` (EIP-681).
        case integer
        /// The smallest unit in digits alone.
        case whole
        /// A currency, then an amount, `EUR:1.5` (RFC 8905).
        case currency
    }

    /// Which zero amounts a link may have. The raw values are those of descriptors.
    public enum Zero: String, Sendable, Hashable, CaseIterable {
        /// None.
        case refused
        /// Any.
        case allowed
        /// Only for addresses that take a memo: the payment carries the memo.
        case withMemo = "with-memo"
    }

    public var form = Form.decimal
    /// Fraction digits; nil for those of the coin.
    public var decimals: Int?
    /// Whether a decimal point needs digits on both sides.
    public var needsDigitsAroundPoint = false
    /// The rule for zero amounts.
    public var zero = Zero.refused
    /// The most bits of an amount in its smallest unit, or of the whole part if ``form`` is a currency; nil if only the
    /// coin's largest amount limits it.
    public var bits: Int?
    /// Whether programs receive the amount as written in the link, because its unit is not always known.
    public var isAsWritten = false
    /// Whether links do not say what amounts count, so that they are shown without a unit.
    public var hasUnknownUnit = false
    /// The numbers of the chains whose own coin the amounts are in; empty if links name no chains.
    public var ownChains: [UInt64] = []
    /// A character between digits that is ignored (a comma in RFC 8905).
    public var separator: UInt8?
    /// The only currency of its amounts, for links that are not about a coin; nil for the coin's.
    public var currency: String?

    /// The defaults: whole coins with an optional point, never zero.
    public init() {}
}

/// A parameter that offers a way to pay (BIP321).
public struct InstructionRule: Sendable, Hashable {
    /// Its name, in lower case.
    public let name: String
    /// The formats of its value; the first that fits counts.
    public let kinds: [InstructionFormat]
}

/// A number that identifies a chain in the payloads of a scheme's links.
public struct ChainAlias: Sendable, Hashable {
    /// The number, above zero.
    public let number: UInt8
    /// The id of the chain, 32 bytes.
    public let chainID: [UInt8]
}
