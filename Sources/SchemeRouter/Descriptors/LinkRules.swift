/// How the links of the grammar `uri` are written and what they say: `links:` of a scheme.
///
/// It describes protocols that no plugin has code for. Their links are read, checked, explained, and handed over to a
/// wallet that the person has (Documentation/adding-a-protocol.md). A reference, so that schemes of other grammars carry
/// one word of it.
public final class LinkRules: Sendable {
    /// The part after the scheme's colon.
    public let slashes: Slashes
    /// How the names of parameters are written.
    public let keys: KeyRules
    /// How amounts are written.
    public let amounts: AmountRules
    /// The network of its addresses: a test network can have its own scheme.
    public let network: NetworkKind
    /// Whether any change of a link would break it, so that no other form of it is ever given to another program (S15).
    public let isExact: Bool
    /// The forms of its links; the first whose path fits counts.
    public let forms: [DescribedForm]
    /// Ways to pay that parameters offer, for links of the grammar `bip21` (BIP321).
    public let instructions: [InstructionRule]
    /// The numbers by which payloads name chains.
    public let chains: [ChainAlias]
    /// Whether the shipped descriptors say so. What others say of links is believed less: limits do not trust it (S7), and
    /// such links are shown as they go over (S15).
    let isShipped: Bool

    /// Whether `@` has a place in any form of its links; each form says where.
    let takesAt: Bool

    /// The name of the plugin that reads such links.
    public static let plugin = "described-links"

    init(
        slashes: Slashes = .optional, keys: KeyRules = KeyRules(), amounts: AmountRules = AmountRules(),
        network: NetworkKind = .main, isExact: Bool = false, forms: [DescribedForm],
        instructions: [InstructionRule] = [], chains: [ChainAlias] = [], isShipped: Bool = false
    ) {
        self.slashes = slashes
        self.keys = keys
        self.amounts = amounts
        self.network = network
        self.isExact = isExact
        self.forms = forms
        self.instructions = instructions
        self.chains = chains
        self.isShipped = isShipped
        takesAt = forms.contains(where: \.takesAt)
    }

    /// Whether `//` follows the scheme's colon. The raw values are those of descriptors.
    public enum Slashes: String, Sendable, Hashable, CaseIterable {
        /// With or without; it means nothing.
        case optional
        /// Never.
        case forbidden
        /// Always; it means nothing.
        case required
        /// It is a part of the path, which the forms write out.
        case meant
    }
}

extension LinkRules: Hashable {
    /// Whether both say the same.
    public static func == (left: LinkRules, right: LinkRules) -> Bool {
        left === right
            || (left.slashes == right.slashes && left.keys == right.keys && left.amounts == right.amounts
                && left.network == right.network && left.isExact == right.isExact && left.forms == right.forms
                && left.instructions == right.instructions && left.chains == right.chains
                && left.isShipped == right.isShipped)
    }

    /// Hashes what it says.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(slashes)
        hasher.combine(keys)
        hasher.combine(amounts)
        hasher.combine(network)
        hasher.combine(isExact)
        hasher.combine(forms)
        hasher.combine(instructions)
        hasher.combine(chains)
    }
}

/// How the names of parameters are written.
public struct KeyRules: Sendable, Hashable {
    /// Whether capital and small letters are the same.
    public var ignoresCase = false
    /// Whether `+` in a text means a space, as web forms write it.
    public var plusIsSpace = false
    /// Whether `+` means a space in every value, as where a web form wrote the link (SEP-7).
    public var plusIsSpaceEverywhere = false
    /// The highest index after a name, as in `amount.2` (ZIP-321); nil if names have none.
    public var highestIndex: Int?
    /// What `req-` before a name means.
    public var required = RequiredPrefix.name
    /// Whether only texts may have percent escapes.
    public var escapesOnlyTexts = false
    /// Whether parameters without a rule belong only to the server that the link names.
    public var othersAreServers = false

    /// What `req-` before a name means. The raw values are those of descriptors.
    public enum RequiredPrefix: String, Sendable, Hashable, CaseIterable {
        /// Whoever does not know the parameter must refuse the link (BIP321).
        case modifier
        /// It belongs to the name; whoever does not know the name must refuse the link (ZIP-321).
        case name
    }

    /// The usual: names are compared exactly, and `+` is a plus.
    public init() {}
}

/// How the amounts of links are written.
public struct AmountRules: Sendable, Hashable {
    /// The form. The raw values are those of descriptors.
    public enum Form: String, Sendable, Hashable, CaseIterable {
        /// Whole coins with a point, `1.5`.
        case decimal
        /// The smallest unit, with an exponent where the link likes one, `2.014e18` (EIP-681).
        case integer
        /// A currency before it, `EUR:1.5` (RFC 8905).
        case currency
    }

    /// Which amounts of nothing can be asked for. The raw values are those of descriptors.
    public enum Zero: String, Sendable, Hashable, CaseIterable {
        /// None.
        case refused
        /// Any.
        case allowed
        /// Those to addresses that take a memo: the payment carries that.
        case withMemo = "with-memo"
    }

    /// The form.
    public var form = Form.decimal
    /// Fraction digits; nil for those of the coin.
    public var decimals: Int?
    /// Whether a point needs digits on both sides.
    public var needsDigitsAroundPoint = false
    /// Amounts of nothing.
    public var zero = Zero.refused
    /// The most bits of an amount in its smallest unit, or of the whole part before a point where ``form`` is a currency;
    /// nil where the coin's largest amount alone counts.
    public var bits: Int?
    /// Whether programs receive the amount as the link writes it, because its unit is not always known.
    public var isAsWritten = false
    /// The numbers of the chains whose own coin the amounts are of; empty where links name none.
    public var ownChains: [UInt64] = []
    /// A character that may appear between digits and is ignored (RFC 8905 has a comma).
    public var separator: UInt8?

    /// The usual: whole coins with a point, never nothing.
    public init() {}
}

/// A parameter of `bip21` links that offers a way to pay (BIP321).
public struct InstructionRule: Sendable, Hashable {
    /// Its name, in lower case.
    public let name: String
    /// What it may hold; the first that fits counts.
    public let kinds: [InstructionFormat]
}

/// A number that identifies a chain in the payloads of a scheme's links.
public struct ChainAlias: Sendable, Hashable {
    /// The number, above zero.
    public let number: UInt8
    /// The id of the chain, 32 bytes.
    public let chainID: [UInt8]
}
