/// One link scheme as a descriptor file describes it.
public struct SchemeDescriptor: Sendable, Hashable {
    /// The scheme in lower case, `dashwallet`.
    public let name: String
    /// Name for people, `Dash Wallet`.
    public let title: String
    /// The coin its links are about.
    public let coin: CoinID?
    /// How its links are written.
    public let grammar: Grammar
    /// How the asking app is answered; nil where it is not.
    public let callbacks: CallbackFamily?
    /// False for a scheme that is reserved only: its links are refused, and it is never registered.
    public let isEnabled: Bool
    /// What its links may ask for, each with the parameters that are read. Everything else is unknown.
    public let actions: [Action: [ParameterRule]]
    /// Links with the outcome they must have; `router check` runs them.
    public let examples: [LinkExample]
    /// Where it stands.
    public let origin: SourceLocation

    /// A scheme as given; values are checked where descriptors are read.
    public init(
        name: String, title: String, coin: CoinID?, grammar: Grammar, callbacks: CallbackFamily?, isEnabled: Bool,
        actions: [Action: [ParameterRule]], examples: [LinkExample], origin: SourceLocation
    ) {
        self.name = name
        self.title = title
        self.coin = coin
        self.grammar = grammar
        self.callbacks = callbacks
        self.isEnabled = isEnabled
        self.actions = actions
        self.examples = examples
        self.origin = origin
    }

    /// How the links of a scheme are written. The raw values are those of `schemes.yaml`.
    public enum Grammar: String, Sendable, Hashable, CaseIterable {
        /// `scheme://key=value&key=value`: parameters where a web address has its host.
        case authorityParameters = "authority-params"
        /// `scheme:address?key=value` (BIP21, BIP321).
        case bip21
        /// `scheme://host/path?param={json}` (MYKEY, SimpleWallet).
        case jsonParameter = "json-param"
    }

    /// How the asking app is answered. A family is named here and written once, in `Callbacks/`.
    public enum CallbackFamily: String, Sendable, Hashable, CaseIterable {
        /// `<sender>://callback=payack&…` (seed documents of Dash and Axe).
        case dash = "dash-family"
        /// `<callback>?result=…` (SimpleWallet).
        case simpleWallet = "simplewallet"
    }
}

/// A place in a descriptor file. Lines and columns count from 1.
public struct SourceLocation: Sendable, Hashable, CustomStringConvertible {
    /// The file as the person knows it.
    public let file: String
    /// The line, from 1.
    public let line: Int
    /// The column in characters, from 1.
    public let column: Int

    /// A place as given.
    public init(file: String, line: Int, column: Int) {
        self.file = file
        self.line = line
        self.column = column
    }

    /// `file:line:column`.
    public var description: String { "\(file):\(line):\(column)" }
}

/// How one parameter of an action is read. A descriptor may tighten a rule, never loosen it (S3).
public struct ParameterRule: Sendable, Hashable {
    /// Which parameter.
    public let name: ParameterName
    /// Whether the link must have it.
    public let isRequired: Bool
    /// The smallest amount; only for amounts.
    public let minimum: Amount?
    /// The largest number or the most characters; for account numbers and texts.
    public let maximum: Int?

    /// A rule as given.
    public init(name: ParameterName, isRequired: Bool, minimum: Amount? = nil, maximum: Int? = nil) {
        self.name = name
        self.isRequired = isRequired
        self.minimum = minimum
        self.maximum = maximum
    }
}

/// A link and what must come of it.
public struct LinkExample: Sendable, Hashable {
    /// The link.
    public let url: String
    /// What is expected.
    public let expectation: Expectation
    /// Where it stands.
    public let origin: SourceLocation

    /// An example as given.
    public init(url: String, expectation: Expectation, origin: SourceLocation) {
        self.url = url
        self.expectation = expectation
        self.origin = origin
    }

    /// What must come of an example.
    public enum Expectation: Sendable, Hashable {
        /// An action, and for a payment perhaps the amount in the smallest unit.
        case action(Action, amount: Amount?)
        /// A refusal with this code.
        case error(RequestError.Code)
    }
}
