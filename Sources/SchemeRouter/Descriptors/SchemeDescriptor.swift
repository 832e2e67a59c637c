import RouterLinks

/// One link scheme as a descriptor file describes it.
public struct SchemeDescriptor: Sendable, Hashable {
    /// The scheme in lower case, `dashwallet`.
    public let name: String
    /// Name for people, `Dash Wallet`.
    public let title: String
    /// The coins of its links: nearly always one. If there are several, the address determines the coin. Only a
    /// reserved scheme whose coin is not yet known has none.
    public let coins: [CoinID]
    /// How its links are written.
    public let grammar: Grammar
    /// The name of the form of the reply to the requesting app, which a plugin provides (``ReplyForm``); nil for no
    /// reply.
    public let callbacks: String?
    /// False for a scheme that is only reserved: its links are rejected, and it is never registered.
    public internal(set) var isEnabled: Bool
    /// The actions of its links, each with the parameters that are read. All others are unknown.
    public let actions: ActionRules
    /// The plugin that reads its links; nil for the coin's plugin.
    public let plugin: String?
    /// The rules of links with the grammar `uri`; nil for other grammars without rules.
    public let links: LinkRules?
    /// The rules of requests that only other wallets carry out, if this wallet answers all other links; nil for none.
    public let otherwise: LinkRules?
    /// Links with their expected results; `router check` runs them.
    public internal(set) var examples: [LinkExample]
    /// Other schemes, in lower case, whose links mean the same.
    public let aliases: [String]
    /// Its position in its file.
    public internal(set) var origin: SourceLocation
    /// What it extends, what it replaced, and what tightened it.
    public internal(set) var lineage: Lineage

    /// Creates a scheme; the descriptor reader checks the values.
    public init(
        name: String, title: String, coins: [CoinID], grammar: Grammar, callbacks: String?, isEnabled: Bool,
        actions: ActionRules, plugin: String? = nil, links: LinkRules? = nil, otherwise: LinkRules? = nil,
        examples: [LinkExample],
        aliases: [String] = [], origin: SourceLocation, lineage: Lineage = Lineage()
    ) {
        self.name = name
        self.title = title
        self.coins = coins
        self.grammar = grammar
        self.callbacks = callbacks
        self.isEnabled = isEnabled
        self.actions = actions
        self.plugin = plugin
        self.links = links
        self.otherwise = otherwise
        self.examples = examples
        self.aliases = aliases
        self.origin = origin
        self.lineage = lineage
    }

    /// The scheme of links that ``otherwise`` describes.
    /// - Parameter rules: what it describes.
    func reading(_ rules: LinkRules) -> SchemeDescriptor {
        var actions = ActionRules()
        for form in rules.forms { actions[form.action] = [] }
        return SchemeDescriptor(
            name: name, title: title, coins: coins, grammar: .uri, callbacks: nil, isEnabled: isEnabled,
            actions: actions,
            links: rules, examples: [], aliases: aliases, origin: origin, lineage: lineage)
    }

    /// The plugin that reads its links; nil if each coin's plugin reads them.
    var reader: String? { plugin ?? (grammar == .uri ? LinkRules.plugin : nil) }

    /// Whether links of this wallet have the names that BIP21 and the Dash and Axe wallets give to parameters.
    package var hasUsualNames: Bool { links?.wallet?.isUsual ?? true }

    /// How the links of a scheme are written.
    public typealias Grammar = LinkGrammar
}

/// The grammar of scheme names in descriptors (RFC 3986 3.1), in lower case.
enum SchemeName {
    /// The longest scheme accepted, in bytes (S1).
    static let maxLength = 32

    /// Whether `name` is `ALPHA *( ALPHA / DIGIT / "+" / "-" / "." )` in lower case, and not too long.
    static func isValid(_ name: String) -> Bool {
        guard let first = name.utf8.first, (0x61...0x7A).contains(first), name.utf8.count <= maxLength else {
            return false
        }
        return name.utf8.allSatisfy { byte in
            (0x61...0x7A).contains(byte) || (0x30...0x39).contains(byte) || "+-.".utf8.contains(byte)
        }
    }
}

/// A link and its expected result.
public struct LinkExample: Sendable, Hashable {
    /// The link.
    public let url: String
    /// The expected result.
    public let expectation: Expectation
    /// Its position.
    public let origin: SourceLocation

    /// The expected result of an example.
    public enum Expectation: Sendable, Hashable {
        /// An action, and for a payment optionally the amount in the smallest unit.
        case action(Action, amount: Amount?)
        /// A rejection with this code.
        case error(RequestError.Code)
    }
}
