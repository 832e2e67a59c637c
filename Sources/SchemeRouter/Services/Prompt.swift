/// The program that asks the person: pinentry, or the terminal where it really is the person's.
///
/// Each call is one dialogue. A dialogue that is not answered within ``Dialogue/timeout`` counts as refused.
/// Implementations show texts literally: no markup, no escape sequences.
public protocol Prompt: Sendable {
    /// Returns when the person agreed.
    func confirm(_ dialogue: Dialogue) async throws(PromptError)

    /// The passcode the person typed. `mistake` says what was wrong with the one before.
    func passcode(_ dialogue: Dialogue, mistake: String?) async throws(PromptError) -> Secret

    /// A line of text that is no secret, such as an amount. `mistake` says what was wrong with the one before.
    func line(_ dialogue: Dialogue, label: String, mistake: String?) async throws(PromptError) -> String

    /// One of two ways to go on; refusing is the third.
    func choose(_ dialogue: Dialogue, otherwise: String) async throws(PromptError) -> Choice

    /// Tells the person something.
    func tell(_ dialogue: Dialogue) async throws(PromptError)
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

    /// A dialogue as given.
    public init(title: String, pages: [String], agree: String, refuse: String = "Refuse") {
        self.title = title
        self.pages = pages
        self.agree = agree
        self.refuse = refuse
    }
}

/// Which way the person chose.
public enum Choice: Sendable, Equatable {
    /// The dialogue's own action.
    case agreed
    /// The other way.
    case otherwise
}

/// Why there is no answer.
public enum PromptError: Error, Sendable, Equatable {
    /// The person said no, or closed the dialogue.
    case refused
    /// Nobody answered in time.
    case timedOut
    /// There is no way to ask: nothing may be done.
    case unavailable(String)
}
