import RouterLinks

/// One link scheme as a descriptor file describes it.
public struct SchemeDescriptor: Sendable, Hashable {
    /// The scheme in lower case, `dashwallet`.
    public let name: String
    /// Name for people, `Dash Wallet`.
    public let title: String
    /// The coins its links may be about: nearly always one. Of several the address decides; none has only a reserved
    /// scheme whose coin is not known yet.
    public let coins: [CoinID]
    /// How its links are written.
    public let grammar: Grammar
    /// The name of the form of the reply to the requesting app, which a plugin provides (``ReplyForm``); nil for no
    /// reply.
    public let callbacks: String?
    /// False for a scheme that is reserved only: its links are refused, and it is never registered.
    public let isEnabled: Bool
    /// What its links may ask for, each with the parameters that are read. Everything else is unknown.
    public let actions: ActionRules
    /// The plugin that reads its links; nil for that of the coin.
    public let plugin: String?
    /// How links of the grammar `uri` are written; nil for other grammars that say nothing here.
    public let links: LinkRules?
    /// Links with the outcome they must have; `router check` runs them.
    public internal(set) var examples: [LinkExample]
    /// Other schemes, in lower case, whose links mean the same.
    public let aliases: [String]
    /// Its position.
    public internal(set) var origin: SourceLocation
    /// What it extends, what it replaced, and what tightened it.
    public internal(set) var lineage: Lineage

    /// Creates a scheme; values are checked where descriptors are read.
    public init(
        name: String, title: String, coins: [CoinID], grammar: Grammar, callbacks: String?, isEnabled: Bool,
        actions: ActionRules, plugin: String? = nil, links: LinkRules? = nil, examples: [LinkExample],
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
        self.examples = examples
        self.aliases = aliases
        self.origin = origin
        self.lineage = lineage
    }

    /// The plugin that reads its links; nil where each coin's does.
    var reader: String? { plugin ?? (grammar == .uri ? LinkRules.plugin : nil) }

    /// How the links of a scheme are written.
    public typealias Grammar = LinkGrammar
}
