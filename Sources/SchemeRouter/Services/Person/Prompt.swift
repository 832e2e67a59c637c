/// The program that asks the person: pinentry, or the terminal if it is really the person's.
///
/// Each call is one dialogue. A dialogue that is not answered within ``Dialogue/timeout`` counts as refused.
/// Implementations show texts literally: no markup, no escape sequences.
public protocol Prompt: Sendable {
    /// Returns when the person agreed, by typing a word if ``Dialogue/mustBeTyped`` is true.
    func confirm(_ dialogue: Dialogue) async throws(PromptError)

    /// The passcode that the person typed. `mistake` says what was wrong with the previous one.
    func passcode(_ dialogue: Dialogue, mistake: String?) async throws(PromptError) -> Secret

    /// A line of text that is not secret, such as an amount. `mistake` says what was wrong with the previous one.
    func line(_ dialogue: Dialogue, label: String, mistake: String?) async throws(PromptError) -> String

    /// One of two ways to go on; refusing is the third. The answer is typed as a number: not all prompt programs can
    /// show three buttons, and in many the return key selects the first (S5).
    func choose(_ dialogue: Dialogue, otherwise: String) async throws(PromptError) -> Choice

    /// The index of the chosen option; refusing throws ``PromptError/refused``. In a desktop's list dialogue, the
    /// return key may select the first option, so no option moves money or agrees to anything (S5).
    /// - Parameters:
    ///   - dialogue: what is shown.
    ///   - options: at least one.
    func select(_ dialogue: Dialogue, from options: [PromptOption]) async throws(PromptError) -> Int

    /// Says that the passcode was right, or that no further try is asked for: a window that waits may close.
    func passcodeIsDone() async

    /// Tells the person something.
    func tell(_ dialogue: Dialogue) async throws(PromptError)

    /// The columns of a line that it shows without breaking it again: 60, or fewer in a narrow terminal.
    var columns: Int { get }
}

extension Prompt {
    /// 60 columns, which every window shows.
    public var columns: Int { 60 }

    /// Nothing: most programs close when they have answered.
    public func passcodeIsDone() async {}
}

/// Lets only one link at a time ask the person.
public protocol PromptGate: Sendable {
    /// A pass that holds the gate until it is released; nil while another link holds it.
    func enter() throws(ServiceError) -> (any AnyObject & Sendable)?
}

/// The contents of one dialogue.
public struct Dialogue: Sendable, Equatable {
    /// How long until an unanswered dialogue counts as refused, in seconds (S5).
    public static let timeout = 120

    /// Title of the window.
    public let title: String
    /// The pages, shown one after the other; the last one has the action's button.
    public let pages: [String]
    /// The label of the button that agrees: `Pay`.
    public let agree: String
    /// The label of the button that refuses.
    public let refuse: String
    /// Whether agreeing moves money without a passcode afterwards. Then the person must type a word: in many prompt
    /// programs the return key agrees (S5).
    public let mustBeTyped: Bool
    /// What the texts are about, as values, for windows that show it in their own way or in another language; nil for a
    /// dialogue that is not about a request.
    public let subject: DialogueSubject?
    /// The same as ``pages``, as values, for windows that lay it out themselves; nil if there are only the pages.
    public var content: DialogueContent?
    /// The label of the field of ``Prompt/passcode(_:mistake:)``, without a colon: some secrets are not passcodes.
    public var secretLabel = "Passcode"

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

/// The subject of a dialogue.
///
/// A window that shows this instead of ``Dialogue/pages`` must keep the promises of the pages: they include everything
/// that is signed, who receives the answer and each warning, and they show the link's own words last, in quotation
/// marks (S5). ``Quoted`` makes the texts of a link safe to show.
public struct DialogueSubject: Sendable, Hashable {
    public let request: WalletRequest
    /// Its coin; ``CoinFacts/text(_:)`` formats its amounts.
    public let coin: CoinDescriptor
    /// The network; practice money must be distinguishable from real money (S14).
    public let chain: ChainID
    /// What will be done if the person agrees; nil if the dialogue only asks a question.
    public let intent: Intent?

    public init(request: WalletRequest, coin: CoinDescriptor, chain: ChainID, intent: Intent? = nil) {
        self.request = request
        self.coin = coin
        self.chain = chain
        self.intent = intent
    }
}

/// The person's choice between two ways.
public enum Choice: Sendable, Equatable {
    /// The dialogue's own action.
    case agreed
    /// The other way.
    case otherwise
}

/// One of several ways to go on, shown on its own line.
public struct PromptOption: Sendable, Hashable {
    /// Its label, such as the name of a program. A label that is too long for a line is cut.
    public let label: String
    /// Distinguishes it from others with the same label, such as a path; nil if there is nothing. If it is too long for
    /// a line, its middle is omitted.
    public let detail: String?
    /// The picture that a window shows beside it; nil for none in particular.
    public let picture: Picture?
    /// What it receives of the request, such as `by Lightning`, for prompts with room to say so; nil for nothing in
    /// particular.
    public let takes: String?

    /// Where a picture comes from.
    public enum Picture: Sendable, Hashable {
        /// This program's own.
        case ours
        /// The icon of a program, which the desktop entry at this path names.
        case program(entry: String)
    }

    /// Creates an option. The texts may be foreign: they are shown without invisible characters.
    public init(_ label: String, detail: String? = nil, picture: Picture? = nil, takes: String? = nil) {
        self.label = label
        self.detail = detail
        self.picture = picture
        self.takes = takes
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
    /// The prompt program ended, or answered nonsense, before it had an answer. It is unknown what the person saw:
    /// nothing may be done, and it does not count as a refusal.
    case interrupted(String)
}

extension PromptError: CustomStringConvertible {
    /// The reason, as a sentence.
    public var description: String {
        switch self {
        case .refused: "The person refused."
        case .timedOut: "Nobody answered in time."
        case .unavailable(let reason): "The person cannot be asked: \(reason)"
        case .interrupted(let reason): "The program that asked ended before it had an answer: \(reason)"
        }
    }
}
