/// The program that asks the person: pinentry, or the terminal where it really is the person's.
///
/// Each call is one dialogue. A dialogue that is not answered within ``Dialogue/timeout`` counts as refused.
/// Implementations show texts literally: no markup, no escape sequences.
public protocol Prompt: Sendable {
    /// Returns when the person agreed: by a word that they typed where ``Dialogue/mustBeTyped`` says so.
    func confirm(_ dialogue: Dialogue) async throws(PromptError)

    /// The passcode the person typed. `mistake` says what was wrong with the one before.
    func passcode(_ dialogue: Dialogue, mistake: String?) async throws(PromptError) -> Secret

    /// A line of text that is no secret, such as an amount. `mistake` says what was wrong with the one before.
    func line(_ dialogue: Dialogue, label: String, mistake: String?) async throws(PromptError) -> String

    /// One of two ways to go on; refusing is the third. The answer is typed, as a number: not all prompt programs show
    /// three buttons, and in many the return key takes the first (S5).
    func choose(_ dialogue: Dialogue, otherwise: String) async throws(PromptError) -> Choice

    /// The position of the option that the person took, from 0; refusing throws ``PromptError/refused``. Where a list of
    /// the desktop asks, the return key may take the first one, so that no option moves money or agrees to anything (S5).
    /// - Parameters:
    ///   - dialogue: what is shown.
    ///   - options: one at least.
    func select(_ dialogue: Dialogue, from options: [PromptOption]) async throws(PromptError) -> Int

    /// Tells the person something.
    func tell(_ dialogue: Dialogue) async throws(PromptError)
}

/// Lets one link at a time ask the person.
public protocol PromptGate: Sendable {
    /// A pass that holds the gate until it is released; nil while another link has it.
    func enter() throws(ServiceError) -> (any AnyObject & Sendable)?
}

/// What one dialogue shows.
public struct Dialogue: Sendable, Equatable {
    /// Seconds until a dialogue that nobody answers counts as refused (S5).
    public static let timeout = 120

    /// Title of the window.
    public let title: String
    /// The pages, shown one after the other; the last one carries the action.
    public let pages: [String]
    /// The label of the button that agrees: `Pay`.
    public let agree: String
    /// The label of the button that refuses.
    public let refuse: String
    /// Whether agreeing to it moves money, with no passcode to be typed behind it. It then takes a word that is typed: in
    /// many prompt programs the return key agrees (S5).
    public let mustBeTyped: Bool
    /// What the texts are about, as values, for windows that show it in their own way or in another language; nil for a
    /// dialogue that is not about what a link asks for.
    public let subject: DialogueSubject?
    /// What stands before the field of ``Prompt/passcode(_:mistake:)``, without a colon: some secrets are no passcodes.
    public var secretLabel = "Passcode"

    /// Creates a dialogue.
    public init(
        title: String, pages: [String], agree: String, refuse: String = "Refuse", mustBeTyped: Bool = false,
        about subject: DialogueSubject? = nil
    ) {
        self.title = title
        self.pages = pages
        self.agree = agree
        self.refuse = refuse
        self.mustBeTyped = mustBeTyped
        self.subject = subject
    }
}

/// What a dialogue is about.
///
/// A window that shows this and not ``Dialogue/pages`` takes over what the pages promise: they name everything that is
/// signed, who gets the answer and each warning, and they put what the link says last, in quotation marks (S5). ``Quoted``
/// makes the texts of a link safe to show.
public struct DialogueSubject: Sendable, Hashable {
    /// What the link asks for.
    public let request: WalletRequest
    /// Its coin, with which ``CoinFacts/text(_:)`` writes amounts.
    public let coin: CoinDescriptor
    /// The network; practice money is to be told from real money (S14).
    public let chain: ChainID
    /// What will be done if the person agrees; nil where the dialogue only asks a question.
    public let intent: Intent?

    /// Creates a subject.
    public init(request: WalletRequest, coin: CoinDescriptor, chain: ChainID, intent: Intent? = nil) {
        self.request = request
        self.coin = coin
        self.chain = chain
        self.intent = intent
    }
}

/// Which way the person chose.
public enum Choice: Sendable, Equatable {
    /// The dialogue's own action.
    case agreed
    /// The other way.
    case otherwise
}

/// One of several ways to go on, shown on a line of its own.
public struct PromptOption: Sendable, Hashable {
    /// What it is, such as the name of a program. One that is too long for a line is cut.
    public let label: String
    /// What tells it from others of that name, such as a path; nil where nothing does. Of one that is too long for a line
    /// the middle is left out.
    public let detail: String?

    /// Creates an option. What others wrote may stand in both texts: they are shown without what cannot be seen.
    public init(_ label: String, detail: String? = nil) {
        self.label = label
        self.detail = detail
    }
}

/// Why there is no answer.
public enum PromptError: Error, Sendable, Equatable {
    /// The person said no, or closed the dialogue.
    case refused
    /// Nobody answered in time.
    case timedOut
    /// There is no way to ask: nothing may be done.
    case unavailable(String)
    /// The program that asked ended, or spoke nonsense, before it had an answer. What the person saw is not known:
    /// nothing may be done, and it does not count as a refusal.
    case interrupted(String)
}

extension PromptError: CustomStringConvertible {
    /// Why, as a sentence.
    public var description: String {
        switch self {
        case .refused: "The person refused."
        case .timedOut: "Nobody answered in time."
        case .unavailable(let reason): "The person cannot be asked: \(reason)"
        case .interrupted(let reason): "The program that asked ended before it had an answer: \(reason)"
        }
    }
}
